export interface LoadOptions {
  url: string
  /** Claimers at the same time, with a connection each. */
  connections: number
  /** Jobs a claim, at most. */
  batch: number
}
