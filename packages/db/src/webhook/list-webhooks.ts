import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { WebhookRow } from '../rows.ts'
import { webhook } from '../schema/index.ts'

export interface WebhookListItem extends WebhookRow {
  /** Deliveries that are still to be sent. */
  pending: number
}

/** The team's endpoints, oldest first. Index of the count: webhook_delivery_due. */
export async function listWebhooks(db: Db, teamId: string): Promise<WebhookListItem[]> {
  const rows = await db
    .select({
      webhook,
      pending: sql<number>`(select count(*)::integer from webhook_delivery d
        where d.webhook_id = ${webhook}.id and d.state = 'pending')`,
    })
    .from(webhook)
    .where(eq(webhook.teamId, teamId))
    .orderBy(asc(webhook.createdAt), asc(webhook.id))
  return rows.map((row) => ({ ...row.webhook, pending: row.pending }))
}
