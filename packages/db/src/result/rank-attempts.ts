import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface RankedTrial extends Record<string, unknown> {
  id: string
  name: string
}

/**
 * Numbers the attempts at `tasks` that the benchmark does not number: by start, then name, per task and agent·model.
 * Those kept from earlier epochs of the run keep their number, and later ones take the free ones, so that a trial which
 * is run again takes the number of the one it replaces. Index: trial_by_task.
 */
export async function rankAttempts(
  tx: Db,
  { runId, epoch }: { runId: string; epoch: number },
  tasks: readonly string[],
): Promise<RankedTrial[]> {
  if (tasks.length === 0) return []
  const rows = await tx.execute<RankedTrial>(sql`
    with standing as materialized (
      select id, task, agent, model, attempt, started_at, name, epoch < ${epoch} as kept
      from trial
      where run_id = ${runId} and task = any(${sql.param([...new Set(tasks)])}::text[]) and superseded_at is null
    ),
    kept as materialized (
      select task, agent, model, array_agg(attempt) as numbers from standing where kept group by task, agent, model
    ),
    fresh as (
      select id, task, agent, model,
        row_number() over (partition by task, agent, model order by started_at nulls last, name) as place
      from standing where not kept
    ),
    ranked as (
      select fresh.id, case when kept.numbers is null then place else (
        select number from generate_series(1, place + cardinality(kept.numbers)) as number
        where number <> all(kept.numbers) order by number offset place - 1 limit 1
      ) end as rank
      from fresh left join kept on kept.task = fresh.task
        and kept.agent is not distinct from fresh.agent and kept.model is not distinct from fresh.model
    )
    update trial set attempt = ranked.rank, updated_at = clock_timestamp()
    from ranked where trial.id = ranked.id and trial.attempt <> ranked.rank
    returning trial.id, trial.name`)
  return [...rows]
}
