const initialBytes = 1024

/** Bytes that arrive in pieces of any size. A list of pieces would cost a hundred bytes for each one-byte read. */
export class GrowingBuffer {
  private bytes = Buffer.allocUnsafe(initialBytes)
  private used = 0

  get length(): number {
    return this.used
  }

  append(piece: Uint8Array): void {
    this.reserve(piece.length)
    this.bytes.set(piece, this.used)
    this.used += piece.length
  }

  /** The text as UTF-8. */
  appendText(text: string): void {
    const length = Buffer.byteLength(text)
    this.reserve(length)
    this.used += this.bytes.write(text, this.used, length)
  }

  /** Forgets what is behind the first `length` bytes; the room stays. */
  truncate(length: number): void {
    this.used = Math.min(this.used, length)
  }

  /** A view that is valid until the next append. */
  view(): Buffer {
    return this.bytes.subarray(0, this.used)
  }

  private reserve(more: number): void {
    const needed = this.used + more
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.used)
    this.bytes = larger
  }
}
