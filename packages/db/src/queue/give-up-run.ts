import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

/** An operator gives up on a lost run: `orphaned`, its workspace key stays held. Null: it is not lost. */
export async function giveUpRun(db: Db, request: { runId: string; by: string }): Promise<RunRow | null> {
  void db
  void request
  throw new Error('not built yet')
}
