import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export type Deleted =
  | { kind: 'deleted'; run: RunRow }
  /** Live: cancel it first. Key held: its processes may still run. */
  | { kind: 'live' | 'key-held'; run: RunRow }

/** Removes an ended run with all that belongs to it; the caller removes directories and blobs. Null: no such run. */
export async function deleteRun(db: Db, request: { runId: string; by: string }): Promise<Deleted | null> {
  void db
  void request
  throw new Error('not built yet')
}
