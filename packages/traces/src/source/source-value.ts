import { rawTextBytes, wholeValueBytes } from '../limits.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { type Cut, JsonShortener } from './shorten-json.ts'

/** A line or JSON value of a source, shortened when it is long. Valid only while it is being read: bytes are a view. */
export interface SourceValue {
  /** Bytes from the beginning of the source. */
  offset: number
  /** Bytes in the source, which may be more than are here. */
  length: number
  bytes: Buffer
  cuts: Cut[]
  /** False: something besides the middle of strings is missing, so it cannot be parsed. */
  parsable: boolean
}

/** Gathers one value from pieces; what it holds is bounded however long the value is. */
export class ValueBuffer {
  private readonly offset: number
  private readonly whole = new GrowingBuffer()
  private shortener: JsonShortener | null = null
  private length = 0

  constructor(offset: number) {
    this.offset = offset
  }

  append(piece: Uint8Array): void {
    this.length += piece.length
    if (this.shortener) {
      this.shortener.push(piece)
      return
    }
    if (this.length <= wholeValueBytes) {
      this.whole.append(piece)
      return
    }
    this.shortener = new JsonShortener(this.offset)
    this.shortener.push(this.whole.view())
    this.shortener.push(piece)
  }

  get isEmpty(): boolean {
    return this.length === 0
  }

  take(): SourceValue {
    const { offset, length, shortener } = this
    if (!shortener) return { offset, length, bytes: this.whole.view(), cuts: [], parsable: true }
    return { offset, length, bytes: shortener.finish(), cuts: shortener.cuts, parsable: !shortener.overflow }
  }
}

/** A value that is whole in one piece; the same as gathering it, without the copy. */
export function sourceValue(offset: number, bytes: Uint8Array): SourceValue {
  if (bytes.length > wholeValueBytes) {
    const buffer = new ValueBuffer(offset)
    buffer.append(bytes)
    return buffer.take()
  }
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { offset, length: bytes.length, bytes: view, cuts: [], parsable: true }
}

/** Where a position of the kept bytes stands in the source. */
export function sourceOffset(value: SourceValue, position: number): number {
  let left = 0
  for (const cut of value.cuts) {
    if (cut.at >= position) break
    const keptOfString = cut.at + left - (cut.offset - value.offset)
    left += cut.length - keptOfString - cut.markerLength
  }
  return value.offset + position + left
}

/** The beginning of the source text of a value, without a character cut in half. */
export function rawText(value: SourceValue): string {
  const { bytes } = value
  if (bytes.length <= rawTextBytes) return bytes.toString('utf8')
  let end = rawTextBytes
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
