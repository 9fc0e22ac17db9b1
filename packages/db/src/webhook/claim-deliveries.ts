import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { fromRow } from '../from-row.ts'
import type { WebhookDeliveryRow } from '../rows.ts'
import { webhookDelivery } from '../schema/index.ts'

export interface ClaimedDelivery extends WebhookDeliveryRow {
  url: string
}

export interface DeliveryClaim {
  teamId: string
  /** Endpoints that the caller is sending to at this moment. */
  busy: readonly string[]
  /** The claim ends after this: its holder is taken for dead, and somebody else sends it under the same id. */
  claimMs: number
}

/** Deliveries to one endpoint at once; one that fails is tried with a single one. */
const perWebhook = 4

/**
 * Takes what is due in a team, a few for each endpoint, so that a silent one holds up none but itself.
 * Index: webhook_delivery_due (webhook_id, next_at) where state = 'pending'.
 */
export async function claimDeliveries(tx: Db, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const rows = await tx.execute<{ url: string }>(sql`
    with due as materialized (
      select next.id, webhook.url from webhook cross join lateral (
        select id from webhook_delivery
        where webhook_id = webhook.id and state = 'pending' and next_at <= clock_timestamp()
        order by next_at limit case when webhook.failing_since is null then ${sql.raw(String(perWebhook))} else 1 end
        for update skip locked
      ) as next
      where webhook.team_id = ${claim.teamId} and webhook.disabled_at is null
        and webhook.id <> all(${sql.param([...claim.busy])}::text[])
    )
    update webhook_delivery set attempts = attempts + 1,
      next_at = clock_timestamp() + ${claim.claimMs}::float8 * interval '1 ms'
    from due where webhook_delivery.id = due.id
    returning webhook_delivery.*, due.url`)
  return rows.map((row) => ({ ...fromRow(webhookDelivery, row), url: row.url }))
}
