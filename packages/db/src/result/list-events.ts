import type { Db } from '../db.ts'
import type { RunEventRow } from '../rows.ts'

/** Events of a run after sequence number `after`, in order, up to 500. */
export async function listEvents(db: Db, request: { runId: string; after?: number }): Promise<RunEventRow[]> {
  void db
  void request
  throw new Error('not built yet')
}
