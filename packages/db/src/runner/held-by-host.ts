import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface HeldRun {
  run: RunRow
  /** The attempt that ran on this host. */
  epoch: number
  /** `hold`: still its own, to adopt or to finish. `leftover`: only its process tree is to be killed and reported gone. */
  kind: 'hold' | 'leftover'
  /** The daemon that holds it still beats. */
  runnerAlive: boolean
}

/** What the database believes to run, or to be left over, on a host. */
export async function heldByHost(
  db: Db,
  hostId: string,
  limits: Pick<import('@paddock/domain').QueueLimits, 'leaseMs'>,
): Promise<HeldRun[]> {
  void db
  void hostId
  void limits
  throw new Error('not built yet')
}
