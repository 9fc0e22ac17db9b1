import type { ScannedTrial } from '@paddock/domain'
import type { Db } from '../db.ts'

export interface TrialBatch {
  runId: string
  epoch: number
  /** New and changed ones. */
  trials: readonly ScannedTrial[]
  /** Names whose files vanished. */
  gone: readonly string[]
  /** Null: leave as it is. */
  plannedTrials: number | null
  metrics: Record<string, number>
  metadata: Record<string, unknown>
}

export interface RecordedTrials {
  /** The epoch is no longer this one: nothing was written. */
  fenced: boolean
  /** Those whose rows changed. */
  changed: { id: string; name: string }[]
}

/** Writes what a scan found, ranks attempts, and keeps the counters of the run, in one transaction under the row lock of the run. */
export async function recordTrials(db: Db, batch: TrialBatch): Promise<RecordedTrials> {
  void db
  void batch
  throw new Error('not built yet')
}
