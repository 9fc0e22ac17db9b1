import type { ArmRole } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { ExperimentRow } from '../rows.ts'

export interface ArmFigures {
  name: string
  role: ArmRole | null
  label: string | null
  agent: string | null
  model: string | null
  /** Number of runs by status; lost ones count as `running`. */
  runs: { live: number; succeeded: number; failed: number; cancelled: number; orphaned: number }
  /** Sum of what its runs plan; null where one does not know. */
  plannedTrials: number | null
  trials: { running: number; passed: number; failed: number; errored: number; missing: number }
  decidedPassed: number
  decidedTrials: number
  /** Null: no known cost. */
  costUsd: number | null
  unpricedTrials: number
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  startedAt: Date | null
  finishedAt: Date | null
}

export interface ExperimentListItem {
  experiment: ExperimentRow
  arms: ArmFigures[]
}

/** Experiments of the team, newest first, with the figures of their arms from the counters of the runs. `q` is searched in id and goal. */
export async function listExperiments(
  db: Db,
  query: { q?: string; limit: number; cursor?: string | null },
): Promise<{ experiments: ExperimentListItem[]; nextCursor: string | null }> {
  void db
  void query
  throw new Error('not built yet')
}
