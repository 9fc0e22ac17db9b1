import type { Db } from '../db.ts'
import type { Change } from '../notify/notify-changes.ts'
import { expireQueued } from './expire-queued.ts'
import { sweepParked } from './sweep-parked.ts'

/** Promotes waiters whose wake-up was lost, and ends what waited too long. Returns what changed, for `notifyChanges`. */
export async function sweepQueue(db: Db): Promise<Change[]> {
  await sweepParked(db)
  return (await expireQueued(db)).map(({ teamId, runId }) => [teamId, 'run', runId])
}
