import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface SupersededTrial extends Record<string, unknown> {
  id: string
  name: string
}

/**
 * Trials whose files were taken away to run them again. They stay, with their result and what was paid for them. Again:
 * nothing changes. Index: trial_name.
 */
export async function supersedeTaken(tx: Db, runId: string, names: readonly string[]): Promise<SupersededTrial[]> {
  if (names.length === 0) return []
  const rows = await tx.execute<SupersededTrial>(sql`
    update trial set ${superseded}, gone_at = coalesce(gone_at, clock_timestamp())
    where run_id = ${runId} and name = any(${sql.param([...names])}::text[]) and superseded_at is null
    returning id, name`)
  return [...rows]
}

/** An execution of a trial: the name alone may be that of several. */
export interface Execution {
  name: string
  /** ISO 8601. */
  startedAt: string | null
}

/**
 * The same where a trial that runs again has its old name: the old execution gives it away, under a number. Once that
 * is done the name has another start, so that doing it again changes nothing. Index: trial_name.
 */
export async function supersedeReplaced(
  tx: Db,
  runId: string,
  replaced: readonly Execution[],
): Promise<SupersededTrial[]> {
  if (replaced.length === 0) return []
  const rows = await tx.execute<SupersededTrial>(sql`
    update trial set ${superseded}, name = trial.name || '.superseded-' || (
      select count(*) + 1 from trial as earlier
      where earlier.run_id = trial.run_id and starts_with(earlier.name, trial.name || '.superseded-')
    )
    from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as old (name text, "startedAt" timestamptz)
    where run_id = ${runId} and trial.name = old.name and trial.started_at is not distinct from old."startedAt"
    returning trial.id, trial.name`)
  return [...rows]
}

const superseded: SQL = sql`superseded_at = coalesce(superseded_at, clock_timestamp()), updated_at = clock_timestamp(),
  status = case when termination = 'running' then 'missing' else status end,
  termination = case when termination = 'running' then 'cancelled' else termination end`
