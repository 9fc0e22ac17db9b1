import type { TrialStatus, Verdict } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { armOrder } from './arm-order.ts'

export interface MatrixAttempt {
  trialId: string
  runId: string
  attempt: number
  status: TrialStatus
  verdict: Verdict
  reward: number | null
  costUsd: number | null
  durationMs: number | null
  superseded: boolean
}

export interface TaskMatrix {
  /** Baselines, variants, unset; then name. */
  arms: string[]
  /** By name. `cells` are parallel to `arms`; attempts of a cell by run, then attempt. */
  tasks: { task: string; cells: MatrixAttempt[][] }[]
}

/**
 * Every attempt of an experiment by task and arm. Null: no such experiment. One query, one JSON array an arm: as rows,
 * the driver takes longer over 50,000 trials than the database. Indexes: run_by_arm, trial_by_task.
 */
export async function taskMatrix(db: Db, experimentId: string): Promise<TaskMatrix | null> {
  const [known] = await db.execute(sql`select from experiment where id = ${experimentId}`)
  if (known === undefined) return null
  const rows = await db.execute<{ name: string; attempts: Attempt[] | null }>(sql`
    select arm.name, (
      select json_agg(json_build_array(trial.task, trial.id, trial.run_id, trial.attempt, trial.status,
        trial.verdict, trial.reward, trial.cost_usd, trial.duration_ms, trial.superseded_at is not null) order by run.seq, trial.task, trial.attempt)
      from run join trial on trial.run_id = run.id
      where run.team_id = arm.team_id and run.experiment_id = arm.experiment_id and run.arm_name = arm.name
    ) as attempts
    from arm where experiment_id = ${experimentId} order by ${armOrder}`)
  const byTask = new Map<string, MatrixAttempt[][]>()
  for (const [position, row] of rows.entries()) {
    for (const [task, ...facts] of row.attempts ?? []) {
      let cells = byTask.get(task)
      if (cells === undefined) {
        cells = rows.map(() => [])
        byTask.set(task, cells)
      }
      cells[position]?.push(toAttempt(facts))
    }
  }
  const tasks = [...byTask].map(([task, cells]) => ({ task, cells }))
  tasks.sort((a, b) => (a.task < b.task ? -1 : 1))
  return { arms: rows.map((row) => row.name), tasks }
}

type Facts = [
  trialId: string,
  runId: string,
  attempt: number,
  status: TrialStatus,
  verdict: Verdict,
  reward: number | null,
  costUsd: number | null,
  durationMs: number | null,
  superseded: boolean,
]
type Attempt = [task: string, ...Facts]

function toAttempt([
  trialId,
  runId,
  attempt,
  status,
  verdict,
  reward,
  costUsd,
  durationMs,
  superseded,
]: Facts): MatrixAttempt {
  return { trialId, runId, attempt, status, verdict, reward, costUsd, durationMs, superseded }
}
