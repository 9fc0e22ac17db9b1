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
  /** Ended and not missing. */
  decided: boolean
  reward: number | null
  costUsd: number | null
  durationMs: number | null
  /** A later attempt of its run replaced it. */
  superseded: boolean
}

export interface TaskMatrix {
  /** Baselines, variants, unset; then name. */
  arms: string[]
  /** By name. `cells` are parallel to `arms`; attempts of a cell by run, oldest first, then attempt. */
  tasks: { task: string; cells: MatrixAttempt[][] }[]
}

/**
 * Every attempt of an experiment by task and arm. Null: no such experiment. Of 50,000 trials the sorting is what would
 * take the time: the index gives those of a run in order, and the runs are put in order here.
 * Indexes: run_by_arm; trial_by_task, which covers all columns read here, so that no trial's page is.
 */
export async function taskMatrix(db: Db, experimentId: string): Promise<TaskMatrix | null> {
  const [known] = await db.execute(sql`select from experiment where id = ${experimentId}`)
  if (known === undefined) return null
  const arms = await db.execute<Arm>(sql`
    select arm.name, array(
      select id from run
      where run.team_id = arm.team_id and run.experiment_id = arm.experiment_id and run.arm_name = arm.name
      order by seq
    ) as runs
    from arm where experiment_id = ${experimentId} order by ${armOrder}`)
  const byRun = Map.groupBy(
    await attemptsOf(
      db,
      arms.flatMap((arm) => arm.runs),
    ),
    (attempt) => attempt.runId,
  )
  const byTask = new Map<string, MatrixAttempt[][]>()
  for (const [position, arm] of arms.entries()) {
    for (const { task, ...attempt } of arm.runs.flatMap((id) => byRun.get(id) ?? [])) {
      let cells = byTask.get(task)
      if (cells === undefined) {
        cells = arms.map(() => [])
        byTask.set(task, cells)
      }
      cells[position]?.push(attempt)
    }
  }
  const tasks = [...byTask].map(([task, cells]) => ({ task, cells }))
  tasks.sort((a, b) => (a.task < b.task ? -1 : 1))
  return { arms: arms.map((arm) => arm.name), tasks }
}

interface Arm extends Record<string, unknown> {
  name: string
  /** Ids, oldest first. */
  runs: string[]
}

type TaskAttempt = MatrixAttempt & { task: string }

async function attemptsOf(db: Db, runIds: string[]): Promise<readonly TaskAttempt[]> {
  const rows = await db.execute<TaskAttempt & Record<string, unknown>>(sql`
    select trial.run_id as "runId", task, trial.id as "trialId", attempt, trial.status, verdict, decided, reward,
      trial.cost_usd as "costUsd", duration_ms::float8 as "durationMs", superseded_at is not null as superseded
    from unnest(${sql.param(runIds)}::text[]) as wanted (id)
    cross join lateral (select * from trial where run_id = wanted.id order by task, attempt) as trial`)
  return rows
}
