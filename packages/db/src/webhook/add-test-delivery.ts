import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { fromRow } from '../from-row.ts'
import { webhookDelivery } from '../schema/index.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/**
 * Writes a `webhook.test` for one endpoint, claimed by the caller for `claimMs`. Also for a disabled endpoint: that is
 * how one finds out. Null: no such one.
 */
export async function addTestDelivery(
  db: Db,
  request: { webhookId: string; claimMs: number },
): Promise<ClaimedDelivery | null> {
  const [row] = await db.execute<{ url: string }>(sql`
    with endpoint as (select id, team_id, url from webhook where id = ${request.webhookId})
    insert into webhook_delivery (id, team_id, webhook_id, event, payload, attempts, next_at)
    select 'e' || replace(gen_random_uuid()::text, '-', ''), team_id, id, 'webhook.test', '{}', 1,
      clock_timestamp() + ${request.claimMs}::float8 * interval '1 ms'
    from endpoint
    returning *, (select url from endpoint)`)
  return row === undefined ? null : { ...fromRow(webhookDelivery, row), url: row.url }
}
