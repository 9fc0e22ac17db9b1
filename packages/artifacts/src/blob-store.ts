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
}
