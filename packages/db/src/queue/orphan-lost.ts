import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'

/** Ends runs lost for longer than the grace as `orphaned`. Their workspace keys stay held. */
export async function orphanLost(
  db: Db,
  request: { limits: Pick<QueueLimits, 'lostGraceMs'> },
): Promise<{ teamId: string; runId: string }[]> {
  void db
  void request
  throw new Error('not built yet')
}
