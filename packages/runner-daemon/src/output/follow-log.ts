import { statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Redactor } from '../redact/create-redactor.ts'

/** Where a stream was sent up to: whole lines, so that no decoder has a state between two pieces. */
export interface LogPosition {
  /** Bytes of the log that were sent or skipped. */
  offset: number
  /** Number of the line that begins (or goes on) there, from 1. */
  line: number
}

/** A piece of the log to send: bytes `from` … `to` of it, as text without secrets. */
export interface LogPiece {
  from: LogPosition
  to: LogPosition
  text: string
}

/** Bytes of a piece at most; one statement takes a few. */
const pieceBytes = 64 * 1024

const newline = 0x0a

/** Bytes of the log; 0 where there is none yet. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * The next whole lines after `from`; a line longer than a piece is cut at a character boundary that splits no
 * secret. With `rest: 'send'` (nobody writes any more) an open last line is sent too. Null: nothing to send.
 */
export async function nextPiece(
  path: string,
  from: LogPosition,
  { redactor, rest }: { redactor: Redactor; rest: 'keep' | 'send' },
): Promise<LogPiece | null> {
  if (logSize(path) <= from.offset) return null
  const bytes = await readAt(path, from.offset, pieceBytes)
  const cut = cutOf(bytes, redactor, rest)
  if (cut === 0) return null
  const kept = bytes.subarray(0, cut)
  return {
    from,
    to: { offset: from.offset + cut, line: from.line + countNewlines(kept) },
    text: redactor.redact(kept).toString('utf8'),
  }
}

/** The same piece again: after a crash it may have been sent, and is stored once whatever happens. */
export async function samePiece(
  path: string,
  from: LogPosition,
  to: LogPosition,
  redactor: Redactor,
): Promise<LogPiece> {
  const bytes = await readAt(path, from.offset, to.offset - from.offset)
  return { from, to, text: redactor.redact(bytes).toString('utf8') }
}

/** Moves on to the first whole line behind `offset`, counting the lines that are passed over. */
export async function skipTo(path: string, from: LogPosition, offset: number): Promise<LogPosition> {
  let position = from
  while (position.offset < offset) {
    const bytes = await readAt(path, position.offset, 1024 * 1024)
    if (bytes.length === 0) return position
    const last = position.offset + bytes.length >= offset
    const boundary = last ? bytes.indexOf(newline, Math.max(0, offset - position.offset - 1)) : -1
    const taken = boundary === -1 ? bytes : bytes.subarray(0, boundary + 1)
    position = { offset: position.offset + taken.length, line: position.line + countNewlines(taken) }
  }
  return position
}

function cutOf(bytes: Buffer, redactor: Redactor, rest: 'keep' | 'send'): number {
  const lastNewline = bytes.lastIndexOf(newline)
  if (bytes.length < pieceBytes && rest === 'send') return bytes.length
  if (lastNewline !== -1) return lastNewline + 1
  if (bytes.length < pieceBytes) return 0
  const whole = characterBoundary(bytes)
  // A line of nothing but one endless secret has no safe cut: it is sent redacted as far as it goes.
  return characterBoundary(bytes.subarray(0, redactor.safeCut(bytes, whole))) || whole
}

/** The end of the last whole UTF-8 character; invalid bytes count as characters. */
function characterBoundary(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function countNewlines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count++
  return count
}

async function readAt(path: string, offset: number, length: number): Promise<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    const buffer = Buffer.allocUnsafe(length)
    const { bytesRead } = await file.read(buffer, 0, length, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file?.close()
  }
}
