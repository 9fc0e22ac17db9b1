const initialBytes = 1024

/** Bytes that arrive in pieces of any size. A list of pieces would cost a hundred bytes for each one-byte read. */
export class GrowingBuffer {
  private bytes = Buffer.allocUnsafe(initialBytes)
  private used = 0

  get length(): number {
    return this.used
  }

  append(piece: Uint8Array): void {
    const needed = this.used + piece.length
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2))
      this.bytes.copy(larger, 0, 0, this.used)
      this.bytes = larger
    }
    this.bytes.set(piece, this.used)
    this.used = needed
  }

  /** A view that is valid until the next append. */
  view(): Buffer {
    return this.bytes.subarray(0, this.used)
  }
}
