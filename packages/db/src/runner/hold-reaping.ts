import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'

/** Holds all reaping for one lease: to be called when the database answers again after an outage. */
export async function holdReaping(db: Db, request: { limits: Pick<QueueLimits, 'leaseMs'> }): Promise<void> {
  void db
  void request
  throw new Error('not built yet')
}
