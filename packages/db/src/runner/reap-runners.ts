import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'

export interface Reaped {
  /** Daemons whose lease ended. */
  gone: { runnerId: string; name: string }[]
  lost: { teamId: string; runId: string; became: 'lost' | 'queued' | 'cancelled' | 'orphaned' }[]
}

/** Declares daemons gone whose lease ended, and their runs lost. Does nothing for one lease after a gap in which nobody looked. */
export async function reapRunners(db: Db, request: { limits: Pick<QueueLimits, 'leaseMs'> }): Promise<Reaped> {
  void db
  void request
  throw new Error('not built yet')
}
