import type { QueueDepth } from '@paddock/db'

/** What the daemon counts; a port, so that a daemon without an endpoint loads nothing for it. */
export interface Metrics {
  /** `waitedMs`: from its queueing, by the database's clock. */
  claimed(waitedMs: number): void
  /** `tookMs`: from the claim to the living process. */
  started(tookMs: number): void
  startFailed(): void
  ended(): void
  beatFailed(): void
  /** Accepted, but later than twice its interval. */
  beatLate(): void
  claimFailed(): void
  /** From now on these are read whenever somebody asks. */
  observe(gauges: Gauges): void
  close(): Promise<void>
}

/** Read at every scrape. */
export interface Gauges {
  capacity(): number | null
  activeWeight(): number
  runsByStage(): Record<string, number>
  secondsSinceBeat(): number
  /** Of the run whose output and results have been out of the database for longest. */
  ingestLagSeconds(): number
  /** Of the whole installation; null: the database does not answer. */
  queue(): Promise<InstallationFigures | null>
}

export interface InstallationFigures extends QueueDepth {
  /** Age of the oldest snapshot that some transaction holds. */
  heldSnapshotSeconds: number
}

export const noMetrics: Metrics = {
  claimed() {},
  started() {},
  startFailed() {},
  ended() {},
  beatFailed() {},
  beatLate() {},
  claimFailed() {},
  observe() {},
  async close() {},
}
