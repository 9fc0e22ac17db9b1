import { keptStringBytes, parsedValueBytes } from '../limits.ts'
import { GrowingBuffer } from './growing-buffer.ts'

/** A string of the source of which only the beginning was kept. */
export interface Cut {
  /** Position in the kept bytes where the marker stands. */
  at: number
  /** Bytes of the marker. */
  markerLength: number
  /** Where the string's content begins in the source, after its quote. */
  offset: number
  /** Bytes of the content in the source, escapes included. */
  length: number
}

/** Non-characters, which no text carries: the end of a kept string names its cut. */
export const markerOpen = '\uFDD0'
export const markerClose = '\uFDD1'

const quote = 0x22
const backslash = 0x5c
const letterU = 0x75

/**
 * Copies JSON and leaves out the middle of its long strings, so that a line with a 20 MB image costs what its frame
 * costs. It works on bytes as they come and knows of JSON only what a string is.
 */
export class JsonShortener {
  readonly cuts: Cut[] = []
  /** More was left after shortening than anybody wants to parse. */
  overflow = false
  private readonly kept = new GrowingBuffer()
  private position: number
  private stringStart = -1
  /** Bytes of an escape that are still to come: one after the backslash, four more after `\u`. */
  private escapeLeft = 0
  private cutting = false

  constructor(offset: number) {
    this.position = offset
  }

  push(chunk: Uint8Array): void {
    let from = 0
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] as number
      if (this.stringStart < 0) {
        if (byte === quote) this.stringStart = this.position + i + 1
        continue
      }
      if (this.escapeLeft > 0) {
        this.escapeLeft = this.escapeLeft === 1 && byte === letterU ? 4 : this.escapeLeft - 1
        continue
      }
      const contentBytes = this.position + i - this.stringStart
      if (byte === quote) {
        if (this.cutting) {
          this.closeCut(contentBytes)
          from = i
        }
        this.stringStart = -1
        continue
      }
      // Not inside a character: the kept part must decode, and so must the rest when it is loaded.
      if (!this.cutting && contentBytes >= keptStringBytes && (byte & 0xc0) !== 0x80) {
        this.keep(chunk.subarray(from, i))
        this.openCut()
      }
      if (byte === backslash) this.escapeLeft = 1
    }
    if (!this.cutting) this.keep(chunk.subarray(from))
    this.position += chunk.length
  }

  /** The kept bytes. A string that the source leaves open stays open. */
  finish(): Buffer {
    if (this.cutting) this.closeCut(this.position - this.stringStart)
    return this.kept.view()
  }

  private openCut(): void {
    const marker = Buffer.from(`${markerOpen}${this.cuts.length}${markerClose}`)
    this.cuts.push({ at: this.kept.length, markerLength: marker.length, offset: this.stringStart, length: 0 })
    this.keep(marker)
    this.cutting = true
  }

  private closeCut(contentBytes: number): void {
    const cut = this.cuts.at(-1)
    if (cut) cut.length = contentBytes
    this.cutting = false
  }

  private keep(piece: Uint8Array): void {
    if (this.overflow) return
    if (this.kept.length + piece.length > parsedValueBytes) {
      this.overflow = true
      this.kept.append(piece.subarray(0, parsedValueBytes - this.kept.length))
      return
    }
    this.kept.append(piece)
  }
}
