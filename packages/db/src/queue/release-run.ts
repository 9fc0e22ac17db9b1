import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface Release {
  runId: string
  epoch: number
  /** Why it was not started, for its event. */
  reason: string
}

/** Gives back a claimed run that was never spawned: queued again at no cost, or cancelled where that was asked for. Null: fenced. */
export async function releaseRun(db: Db, release: Release): Promise<RunRow | null> {
  void db
  void release
  throw new Error('not built yet')
}
