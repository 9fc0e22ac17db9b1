import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from '../queue/held.ts'

/**
 * Which of these `--once` runners take no run any more: they hold theirs, or they are stopping. A name that never
 * registered is not among them: it may still be on its way.
 */
export async function pastClaiming(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.execute<{ name: string }>(sql`
    select distinct name from runner
    where name = any(${sql.param([...names])}::text[])
      and (status in ('draining', 'gone') or exists (select from run where runner_id = runner.id and ${isHeld}))`)
  return new Set(rows.map((row) => row.name))
}
