/** What was asked for cannot be done; the message says what to write instead. */
export class UsageError extends Error {
  override name = 'UsageError'
}
