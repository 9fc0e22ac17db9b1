export interface StartOptions {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Absolute; null: below the data directory. */
  jobsDir: string | null
  /** Null: the bundled PostgreSQL. */
  databaseUrl: string | null
  /** Where browsers reach the web program, without a slash at the end. */
  publicUrl: string
  /** Whether this machine runs jobs itself. */
  runner: 'one' | 'none'
  browser: 'open' | 'leave'
}
