import type { Db } from '../db.ts'
import type { ArmRow, ExperimentRow } from '../rows.ts'
import type { RunListItem } from '../run/list-runs.ts'

export interface ExperimentDetail {
  experiment: ExperimentRow
  /** Baselines, variants, unset; then name. */
  arms: (ArmRow & { runs: RunListItem[] })[]
}

/** An experiment with its arms and their runs (oldest first). Null: no such experiment. */
export async function getExperiment(db: Db, experimentId: string): Promise<ExperimentDetail | null> {
  void db
  void experimentId
  throw new Error('not built yet')
}
