import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { ArmRow, ExperimentRow } from '../rows.ts'
import { runListColumns } from '../run/list-columns.ts'
import type { RunListItem } from '../run/list-runs.ts'
import { arm, experiment, run } from '../schema/index.ts'
import { armOrder } from './arm-order.ts'

export interface ExperimentDetail {
  experiment: ExperimentRow
  /** Baselines, variants, unset; then name. */
  arms: (ArmRow & { runs: RunListItem[] })[]
}

/** An experiment with its arms and their runs (oldest first). Null: no such experiment. Index: run_by_arm. */
export async function getExperiment(db: Db, experimentId: string): Promise<ExperimentDetail | null> {
  const [row] = await db.select().from(experiment).where(eq(experiment.id, experimentId))
  if (row === undefined) return null
  const arms = await db
    .select()
    .from(arm)
    .where(sql`team_id = ${row.teamId} and experiment_id = ${experimentId}`)
    .orderBy(armOrder)
  const runs = await db
    .select(runListColumns)
    .from(run)
    .where(sql`team_id = ${row.teamId} and experiment_id = ${experimentId}`)
    .orderBy(asc(run.seq))
  return {
    experiment: row,
    arms: arms.map((one) => ({ ...one, runs: runs.filter((candidate) => candidate.armName === one.name) })),
  }
}
