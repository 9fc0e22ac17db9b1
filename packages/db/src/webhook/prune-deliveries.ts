import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

const batch = 1_000

/** Forgets deliveries of the team that ended longer ago than `keepEndedMs`. Index: webhook_delivery_ended. */
export async function pruneDeliveries(tx: Db, request: { teamId: string; keepEndedMs: number }): Promise<void> {
  await tx.execute(sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where team_id = ${request.teamId} and state <> 'pending'
        and ended_at < clock_timestamp() - ${request.keepEndedMs}::float8 * interval '1 ms'
      limit ${batch})`)
}
