import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** The lane of a requirement set in a team, created on first use. */
export async function ensureLane(db: Db, teamId: string, requires: readonly string[]): Promise<number> {
  const sorted = sql.param([...new Set(requires)].sort())
  const find = sql`select id from lane where team_id = ${teamId} and requires = ${sorted}::text[]`
  const [known] = await db.execute<{ id: number }>(find)
  if (known !== undefined) return known.id
  // Waits for another session that inserts the same one; the statement after it sees what that one committed.
  await db.execute(
    sql`insert into lane (team_id, requires) values (${teamId}, ${sorted}::text[]) on conflict do nothing`,
  )
  const [created] = await db.execute<{ id: number }>(find)
  if (created === undefined) throw new Error(`no lane for team ${teamId}: does the team exist?`)
  return created.id
}
