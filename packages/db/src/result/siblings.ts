import type { TrialStatus } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface SiblingTrial {
  id: string
  runId: string
  armName: string | null
  attempt: number
  status: TrialStatus
  reward: number | null
}

/**
 * All attempts at the same task in the same experiment (or, without one, the same run), by arm, run and attempt; of
 * superseded ones only itself.
 */
export async function siblings(db: Db, trialId: string): Promise<SiblingTrial[]> {
  // Index: run_by_arm, then trial_by_task.
  const rows = await db.execute<SiblingTrial & Record<string, unknown>>(sql`
    with self as (
      select trial.task, run.id as run_id, run.team_id, run.experiment_id
      from trial join run on run.id = trial.run_id where trial.id = ${trialId}
    ),
    relative as (
      select run.id, run.arm_name, run.seq from run, self
      where run.team_id = self.team_id and run.experiment_id = self.experiment_id
      union
      select run.id, run.arm_name, run.seq from run, self where run.id = self.run_id
    )
    select trial.id, trial.run_id as "runId", relative.arm_name as "armName", trial.attempt, trial.status, trial.reward
    from relative join self on true join trial on trial.run_id = relative.id and trial.task = self.task
      and (trial.superseded_at is null or trial.id = ${trialId})
    order by relative.arm_name nulls last, relative.seq, trial.attempt, trial.name`)
  return [...rows]
}
