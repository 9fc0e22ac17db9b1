import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Teams that have a delivery to be sent now; asked outside of any team. */
export async function dueWebhookTeams(db: Db): Promise<string[]> {
  const rows = await db.execute<{ team_id: string }>(sql`select team_id from due_webhook_teams()`)
  return rows.map((row) => row.team_id)
}
