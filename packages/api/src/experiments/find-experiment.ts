import { type Db, type ExperimentDetail, getExperiment } from '@paddock/db'
import { Refusal } from '../errors/refusal.ts'

/** @throws Refusal UNKNOWN_EXPERIMENT, also for an experiment of another team */
export async function findExperiment(tx: Db, id: string): Promise<ExperimentDetail> {
  const found = await getExperiment(tx, id)
  if (found !== null) return found
  throw unknownExperiment(id)
}

export function unknownExperiment(id: string): Refusal {
  return new Refusal('UNKNOWN_EXPERIMENT', `There is no experiment "${id}".`, 'paddock experiments lists them.')
}
