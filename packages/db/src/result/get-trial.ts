import type { Db } from '../db.ts'
import type { TrialRow } from '../rows.ts'

/** A trial by id. */
export async function getTrial(db: Db, trialId: string): Promise<TrialRow | null> {
  void db
  void trialId
  throw new Error('not built yet')
}
