import type { Db } from '../db.ts'

export interface CancelRequest {
  runId: string
  reason: string | null
  /** A user id, or null for the system. */
  by: string | null
}

/** Cancels: a queued run at once, a held one by asking its runner. Null: no such run. */
export async function requestCancel(
  db: Db,
  request: CancelRequest,
): Promise<'cancelled' | 'requested' | 'terminal' | null> {
  void db
  void request
  throw new Error('not built yet')
}
