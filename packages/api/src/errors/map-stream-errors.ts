import { toTrpcError } from './to-trpc-error.ts'

/**
 * A stream whose failures travel like those of any procedure. An AbortError passes as it is: the transport then cuts
 * the stream without a word, and the client reconnects.
 */
export async function* mapStreamErrors<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw toTrpcError(error)
  }
}

export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
