import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface ClaimRequest {
  runnerId: string
  laneIds: readonly number[]
  /** What is left of the capacity, in hundredths; null: no cap. */
  freeWeight: number | null
  /** Runs at most. */
  limit: number
  /** The misfit that has waited long enough: nothing behind it is taken until it fits. */
  reserveFor?: string | null
  limits: Pick<QueueLimits, 'claimNeedsBeatWithinMs'>
}

/** `status` is `starting` and `epoch` the one that every write must name. */
export type ClaimedRun = RunRow

export interface Claim {
  runs: ClaimedRun[]
  /** The first run in order that only lacked capacity here. */
  misfit: { runId: string; weight: number } | null
  /** Work was seen that this claim left (its limit, another claimer at the same moment): ask again at once. */
  more: boolean
}

/** Claims ready runs for a daemon; an empty claim when the daemon is gone, not ready, or late with its beat. */
export async function claimRuns(db: Db, request: ClaimRequest): Promise<Claim> {
  void db
  void request
  throw new Error('not built yet')
}
