import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Ids of the lanes whose requirements `labels` cover, of `teams` (null: all). To be asked again every few seconds. */
export async function findLanes(
  db: Db,
  runner: { labels: readonly string[]; teams: readonly string[] | null },
): Promise<number[]> {
  const teams = runner.teams === null ? null : [...runner.teams]
  const rows = await db.execute<{ id: number }>(sql`
    select id from lane
    where requires <@ ${sql.param([...runner.labels])}::text[]
      and (${sql.param(teams)}::text[] is null or team_id = any(${sql.param(teams)}::text[]))
    order by id`)
  return rows.map((row) => row.id)
}
