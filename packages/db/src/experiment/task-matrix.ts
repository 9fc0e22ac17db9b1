import type { TrialStatus } from '@paddock/domain'
import type { Db } from '../db.ts'

export interface MatrixAttempt {
  trialId: string
  attempt: number
  status: TrialStatus
  reward: number | null
  costUsd: number | null
  durationMs: number | null
}

export interface TaskMatrix {
  /** Baselines, variants, unset; then name. */
  arms: string[]
  /** By name. `cells` are parallel to `arms`. */
  tasks: { task: string; cells: MatrixAttempt[][] }[]
}

/** Every attempt of an experiment by task and arm. Null: no such experiment. */
export async function taskMatrix(db: Db, experimentId: string): Promise<TaskMatrix | null> {
  void db
  void experimentId
  throw new Error('not built yet')
}
