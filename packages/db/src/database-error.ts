/** What PostgreSQL said, found below Drizzle's wrapper (whose message holds the parameters: never log it). */
export interface DatabaseError {
  code: string
  constraint: string | null
}

/** Null for errors that did not come from the server. */
export function databaseError(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint_name } = cause as Error & { code?: unknown; constraint_name?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
      return { code, constraint: typeof constraint_name === 'string' ? constraint_name : null }
    }
  }
  return null
}
