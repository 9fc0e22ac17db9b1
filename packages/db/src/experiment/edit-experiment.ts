import type { Db } from '../db.ts'
import type { ExperimentRow } from '../rows.ts'

export interface ExperimentChange {
  goal?: string
  status?: 'open' | 'closed'
  verdict?: string | null
}

/** Edits what people wrote; before and after, for the audit log. Null: no such experiment. */
export async function editExperiment(
  db: Db,
  experimentId: string,
  change: ExperimentChange,
): Promise<{ before: ExperimentRow; after: ExperimentRow } | null> {
  void db
  void experimentId
  void change
  throw new Error('not built yet')
}
