import type { Db } from '../db.ts'

/** Ends queued runs past their `expiresAt` as `orphaned: never started`, up to 1,000 a call. Returns their ids. */
export async function expireQueued(db: Db): Promise<{ teamId: string; runId: string }[]> {
  void db
  throw new Error('not built yet')
}
