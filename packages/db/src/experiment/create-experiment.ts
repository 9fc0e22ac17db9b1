import type { Db } from '../db.ts'
import type { ExperimentRow } from '../rows.ts'

export interface NewExperiment {
  teamId: string
  id: string
  goal: string
  createdBy: string | null
}

/** Registers an experiment; again, it keeps its goal unless that was empty. */
export async function createExperiment(
  db: Db,
  request: NewExperiment,
): Promise<{ kind: 'created' | 'existing'; experiment: ExperimentRow }> {
  void db
  void request
  throw new Error('not built yet')
}
