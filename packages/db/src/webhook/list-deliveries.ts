import { desc, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { WebhookDeliveryRow } from '../rows.ts'
import { webhookDelivery } from '../schema/index.ts'

/** The newest deliveries of an endpoint. Index: webhook_delivery_newest (webhook_id, created_at). */
export async function listDeliveries(
  db: Db,
  query: { webhookId: string; limit: number },
): Promise<WebhookDeliveryRow[]> {
  return db
    .select()
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, query.webhookId))
    .orderBy(desc(webhookDelivery.createdAt))
    .limit(query.limit)
}
