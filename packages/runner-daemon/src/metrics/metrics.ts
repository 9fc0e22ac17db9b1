/** What the daemon counts; a port, so that a daemon without an endpoint loads nothing for it. */
export interface Metrics {
  /** `waitedMs`: from its queueing, by the database's clock. */
  claimed(waitedMs: number): void
  /** `tookMs`: from the claim to the living process. */
  started(tookMs: number): void
  startFailed(): void
  ended(): void
  beatFailed(): void
  claimFailed(): void
  close(): Promise<void>
}

/** Read at every scrape. */
export interface Gauges {
  capacity(): number | null
  activeWeight(): number
  runsByStage(): Record<string, number>
  secondsSinceBeat(): number
}

export const noMetrics: Metrics = {
  claimed() {},
  started() {},
  startFailed() {},
  ended() {},
  beatFailed() {},
  claimFailed() {},
  async close() {},
}
