/** What the daemon says of itself: structured, never with a secret or a value of the environment in it. */
export interface Log {
  debug(facts: Record<string, unknown>, text: string): void
  info(facts: Record<string, unknown>, text: string): void
  warn(facts: Record<string, unknown>, text: string): void
  error(facts: Record<string, unknown>, text: string): void
}
