import type { ValueBuffer } from '../source/source-value.ts'

/** The bytes that JSON is built of. */
export const char = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** A value that is being gathered, and what tells where it ends. */
export type Capture =
  | { kind: 'key' | 'string'; start: number; buffer: ValueBuffer; escaped: boolean }
  | { kind: 'scalar'; start: number; buffer: ValueBuffer }
  | { kind: 'nested'; start: number; buffer: ValueBuffer; depth: number; inString: boolean; escaped: boolean }

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Index after the last byte of the captured value, or -1 when it goes on. */
export function endOfCapture(capture: Capture, bytes: Uint8Array, at: number): number {
  if (capture.kind === 'nested') return endOfNested(capture, bytes, at)
  if (capture.kind === 'scalar') {
    for (let i = at; i < bytes.length; i += 1) {
      const byte = bytes[i] as number
      if (isSpace(byte) || byte === char.comma || byte === char.closeArray || byte === char.closeObject) return i
    }
    return -1
  }
  for (let i = at; i < bytes.length; i += 1) {
    const byte = bytes[i]
    const isFirst = capture.buffer.isEmpty && i === at
    if (isFirst) continue
    if (capture.escaped) capture.escaped = false
    else if (byte === char.backslash) capture.escaped = true
    else if (byte === char.quote) return i + 1
  }
  return -1
}

function endOfNested(capture: Capture & { kind: 'nested' }, bytes: Uint8Array, at: number): number {
  for (let i = at; i < bytes.length; i += 1) {
    const byte = bytes[i]
    if (capture.inString) {
      if (capture.escaped) capture.escaped = false
      else if (byte === char.backslash) capture.escaped = true
      else if (byte === char.quote) capture.inString = false
    } else if (byte === char.quote) capture.inString = true
    else if (byte === char.openObject || byte === char.openArray) capture.depth += 1
    else if (byte === char.closeObject || byte === char.closeArray) {
      capture.depth -= 1
      if (capture.depth === 0) return i + 1
    }
  }
  return -1
}
