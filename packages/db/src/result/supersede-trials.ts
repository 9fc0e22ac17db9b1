import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface SupersededTrial extends Record<string, unknown> {
  id: string
  name: string
}

/**
 * Trials of earlier attempts of the run whose files were taken away to run them again. They stay, with their result and
 * what was paid for them.
 */
export async function supersedeTaken(
  tx: Db,
  { runId, epoch }: { runId: string; epoch: number },
  names: readonly string[],
): Promise<SupersededTrial[]> {
  if (names.length === 0) return []
  const rows = await tx.execute<SupersededTrial>(sql`
    update trial set ${superseded}, gone_at = coalesce(gone_at, clock_timestamp())
    where run_id = ${runId} and name = any(${sql.param([...names])}::text[])
      and epoch < ${epoch} and superseded_at is null
    returning id, name`)
  return [...rows]
}

/**
 * The same for benchmarks that call a trial run again by its old name: that name under a later epoch with another start
 * is another execution. The old row gives the name away and takes its epoch into its own. Index: trial_name.
 */
export async function supersedeNamesakes(
  tx: Db,
  { runId, epoch }: { runId: string; epoch: number },
  trials: readonly { name: string; started_at: string | null }[],
): Promise<SupersededTrial[]> {
  // A first attempt of a run, which most are, has nothing to replace.
  if (epoch < 2 || trials.length === 0) return []
  const fresh = JSON.stringify(trials.map(({ name, started_at }) => ({ name, started_at })))
  const rows = await tx.execute<SupersededTrial>(sql`
    update trial set ${superseded}, name = trial.name || '.epoch-' || trial.epoch
    from jsonb_to_recordset(${fresh}::jsonb) as fresh (name text, started_at timestamptz)
    where run_id = ${runId} and trial.name = fresh.name and trial.started_at <> fresh.started_at
      and epoch < ${epoch} and superseded_at is null
    returning trial.id, trial.name`)
  return [...rows]
}

const superseded: SQL = sql`superseded_at = clock_timestamp(), updated_at = clock_timestamp(),
  status = case when termination = 'running' then 'missing' else status end,
  termination = case when termination = 'running' then 'cancelled' else termination end`
