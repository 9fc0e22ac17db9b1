import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/**
 * Writes a `webhook.test` for one endpoint, claimed by the caller for `claimMs`; returns its id. Also for a disabled
 * endpoint: that is how one finds out. Null: no such one.
 */
export async function addTestDelivery(
  db: Db,
  request: { webhookId: string; claimMs: number },
): Promise<{ id: string; attempts: number } | null> {
  const [row] = await db.execute<{ id: string; attempts: number }>(sql`
    insert into webhook_delivery (id, team_id, webhook_id, event, payload, attempts, next_at)
    select 'e' || replace(gen_random_uuid()::text, '-', ''), team_id, id, 'webhook.test', '{}', 1,
      clock_timestamp() + ${request.claimMs}::float8 * interval '1 ms'
    from webhook where id = ${request.webhookId}
    returning id, attempts`)
  return row ?? null
}
