import type { TrialStatus } from '@paddock/domain'
import type { Db } from '../db.ts'

export interface SiblingTrial {
  id: string
  runId: string
  armName: string | null
  attempt: number
  status: TrialStatus
  reward: number | null
}

/** All attempts at the same task in the same experiment (or, without one, the same run), by arm, run and attempt. */
export async function siblings(db: Db, trialId: string): Promise<SiblingTrial[]> {
  void db
  void trialId
  throw new Error('not built yet')
}
