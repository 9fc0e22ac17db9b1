import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** USD known to be paid for the superseded trials of a run, and for those named. Index: trial_name. */
export async function spentOnTrials(
  db: Db,
  { runId, names }: { runId: string; names: readonly string[] },
): Promise<number> {
  const [row] = await db.execute<{ usd: number }>(sql`
    select coalesce(sum(cost_usd), 0)::float8 as usd from trial
    where run_id = ${runId} and (superseded_at is not null or name = any(${sql.param([...names])}::text[]))`)
  return row?.usd ?? 0
}
