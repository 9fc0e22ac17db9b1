import type { Db } from '../db.ts'

export type ExperimentDeleted =
  | { kind: 'deleted' }
  /** Names of the arms with a live run, or with a held workspace key. */
  | { kind: 'live' | 'key-held'; arms: string[] }

/** Removes an experiment with its arms and runs. Refused while an arm is live. Null: no such experiment. */
export async function deleteExperiment(db: Db, request: { experimentId: string }): Promise<ExperimentDeleted | null> {
  void db
  void request
  throw new Error('not built yet')
}
