import type { Readable } from 'node:stream'

export interface StoredBlob {
  /** Of the content, hexadecimal. */
  sha256: string
  /** Bytes of the content. */
  size: number
  /** Bytes that it takes in the store. */
  storedSize: number
}

/** Where the content of artifacts lives, by its hash. Content that is there already is not stored again. */
export interface BlobStore {
  put(content: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /** The content as a stream; null where the store does not have it. */
  open(sha256: string): Promise<Readable | null>
  /**
   * Removes a content that nothing refers to, unless it was stored (again) after `notAfterMs` (milliseconds since 1970,
   * by the clock of the store). Content that is not there is removed already.
   */
  remove(sha256: string, notAfterMs: number): Promise<void>
}
