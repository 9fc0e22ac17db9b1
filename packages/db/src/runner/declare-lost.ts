import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { Change } from '../notify/notify-changes.ts'
import { orphanLost } from '../queue/orphan-lost.ts'
import { type Reaped, reapRunners } from './reap-runners.ts'

export interface Declared {
  gone: Reaped['gone']
  /** For `notifyChanges`. */
  changes: Change[]
}

/** One look at whose lease ended, and at what was lost for too long. Any number of programs may look. */
export async function declareLost(
  db: Db,
  request: { limits: Pick<QueueLimits, 'leaseMs' | 'lostGraceMs'> },
): Promise<Declared> {
  const { gone, lost } = await reapRunners(db, request)
  const orphaned = await orphanLost(db, request)
  return {
    gone,
    changes: [
      ...gone.map(({ runnerId }): Change => [null, 'runner', runnerId]),
      ...[...lost, ...orphaned].map(({ teamId, runId }): Change => [teamId, 'run', runId]),
    ],
  }
}
