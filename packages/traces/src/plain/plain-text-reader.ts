import type { Step, TraceFormat } from '@paddock/domain'
import { numberStep } from '../reader/number-step.ts'
import type { ReaderState, TraceReader } from '../reader/reader.ts'
import { GrowingBuffer } from '../source/growing-buffer.ts'

/** A step ends after this many lines … */
const stepLines = 50
/** … or before the line that would make it larger. Bytes. */
const stepBytes = 16 * 1024

const newline = 0x0a
const escape = 0x1b
/** The longest terminal sequence that is kept in one piece. Bytes. */
const sequenceBytes = 32

/** Any text: blocks of lines as notices, terminal colours kept. A line that is longer than a block is cut. */
export function openPlainTextReader(format: TraceFormat, from?: ReaderState): TraceReader {
  let offset = from?.offset ?? 0
  let nextIndex = from?.nextIndex ?? 0
  let lines = from?.lines ?? 0
  let block = new GrowingBuffer()
  let blockLines = 0

  const close = (bytes: number, out: Step[]): void => {
    const view = block.view()
    const text = view.toString('utf8', 0, bytes)
    const raw = { offset, length: bytes }
    out.push(numberStep({ kind: 'notice', text: text.replace(/\r?\n$/, '') }, nextIndex, raw))
    nextIndex += 1
    offset += bytes
    const rest = Buffer.from(view.subarray(bytes))
    block = new GrowingBuffer()
    block.append(rest)
    lines += blockLines
    blockLines = 0
  }

  const closeLong = (out: Step[]): void => {
    while (block.length >= stepBytes) close(cutPoint(block.view()), out)
  }

  return {
    push(bytes) {
      const steps: Step[] = []
      let at = 0
      while (at < bytes.length) {
        const found = bytes.indexOf(newline, at)
        const lineEnd = found < 0 ? bytes.length : found + 1
        // In small bites, so that a line of any length is never held whole.
        const end = Math.min(lineEnd, at + stepBytes - (block.length % stepBytes))
        block.append(bytes.subarray(at, end))
        if (found >= 0 && end === lineEnd) blockLines += 1
        if (blockLines === stepLines) close(block.length, steps)
        else closeLong(steps)
        at = end
      }
      return steps
    },
    end() {
      const steps: Step[] = []
      if (block.length > 0) {
        if (block.view().at(-1) !== newline) blockLines += 1
        close(block.length, steps)
      }
      return steps
    },
    state: () => ({ version: 1, format, offset, nextIndex, lines, folded: 0, memory: null }),
  }
}

/** Where a full block is cut: after its last line, else before the character or terminal sequence at its end. */
function cutPoint(block: Buffer): number {
  const full = block.subarray(0, stepBytes)
  const lastLine = full.lastIndexOf(newline)
  if (lastLine >= 0) return lastLine + 1
  const sequence = full.lastIndexOf(escape)
  if (sequence > 0 && sequence >= stepBytes - sequenceBytes) return sequence
  return wholeCharacters(full)
}

/** The length without a character at the end of which bytes are missing; all of it when it is no UTF-8 anyway. */
function wholeCharacters(bytes: Buffer): number {
  for (let lead = bytes.length - 1; lead >= bytes.length - 3; lead -= 1) {
    const byte = bytes[lead] as number
    if ((byte & 0xc0) === 0x80) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return lead + size > bytes.length ? lead : bytes.length
  }
  return bytes.length
}
