import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface Requeue {
  runId: string
  epoch: number
  reason: string
}

/** Queues a held idempotent run again whose runner stops (its tree is dead), within its infrastructure budget; else `failed: RUNNER_STOPPED`. Null: fenced. */
export async function requeueRun(db: Db, requeue: Requeue): Promise<RunRow | null> {
  void db
  void requeue
  throw new Error('not built yet')
}
