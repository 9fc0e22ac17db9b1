/** A line or value longer than this is shortened while it is read, so that memory stays bounded. Bytes. */
export const wholeValueBytes = 1024 * 1024

/** What stays of one string in a shortened value; the rest is loaded by its locator. Bytes. */
export const keptStringBytes = 256 * 1024

/** A value that is longer even after shortening is shown as raw text only. Bytes. */
export const parsedValueBytes = 8 * 1024 * 1024

/** Text of a step whose source could not be understood. Bytes; the whole is loaded by its locator. */
export const rawTextBytes = 256 * 1024

/** Values nested deeper are shown as raw text: no agent writes them, and recursion over them would overflow. */
export const maxJsonDepth = 200

/** Calls waiting for their result that a reader remembers. */
export const maxOpenCalls = 2_000

/** Uncompressed JSON of a chunk's steps at which it is closed. Bytes; about 64–256 KB after compression. */
export const chunkBytes = 512 * 1024

/** Steps of a chunk at which it is closed, however short they are. */
export const chunkSteps = 2_000
