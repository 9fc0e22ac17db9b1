import { type Db, getTrial, type TrialRow } from '@paddock/db'
import { Refusal } from '../errors/refusal.ts'

/** @throws Refusal UNKNOWN_TRIAL, also for a trial of another team */
export async function findTrial(tx: Db, id: string): Promise<TrialRow> {
  const trial = await getTrial(tx, id)
  if (trial !== null) return trial
  throw new Refusal('UNKNOWN_TRIAL', `There is no trial "${id}".`, 'paddock trials RUN lists the trials of a run.')
}
