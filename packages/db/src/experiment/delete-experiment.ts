import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { experiment } from '../schema/index.ts'

export type ExperimentDeleted =
  | { kind: 'deleted' }
  /** Names of the arms with a live run; or with processes that may still run in a workspace. */
  | { kind: 'live' | 'key-held'; arms: string[] }

/** Removes an experiment with its arms and their runs. Refused while an arm is live. Null: no such experiment. */
export async function deleteExperiment(db: Db, request: { experimentId: string }): Promise<ExperimentDeleted | null> {
  return db.transaction(async (tx) => {
    // A launch into it takes a KEY SHARE through its foreign key, and waits.
    const [row] = await tx.select().from(experiment).where(eq(experiment.id, request.experimentId)).for('update')
    if (row === undefined) return null
    const arms = await tx.execute<{ name: string; live: boolean; keyHeld: boolean }>(sql`
      select arm_name as name, bool_or(finished_at is null) as live,
        bool_or(exists (select from key_lock where key_lock.run_id = run.id)) as "keyHeld"
      from run where team_id = ${row.teamId} and experiment_id = ${row.id} group by arm_name order by arm_name`)
    const live = arms.filter((arm) => arm.live).map((arm) => arm.name)
    if (live.length > 0) return { kind: 'live', arms: live }
    const keyHeld = arms.filter((arm) => arm.keyHeld).map((arm) => arm.name)
    if (keyHeld.length > 0) return { kind: 'key-held', arms: keyHeld }
    await tx.delete(experiment).where(eq(experiment.id, row.id))
    return { kind: 'deleted' }
  })
}
