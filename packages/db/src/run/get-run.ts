import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface RunDetail {
  run: RunRow
  /** The daemon that holds it, or last did. */
  runner: { id: string; name: string; beatAt: Date; status: string } | null
}

/** A run with its runner. Null: no such run. */
export async function getRun(db: Db, runId: string): Promise<RunDetail | null> {
  void db
  void runId
  throw new Error('not built yet')
}
