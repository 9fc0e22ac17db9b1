import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { WebhookRow } from '../rows.ts'
import { webhook } from '../schema/index.ts'

/** Removes an endpoint with its deliveries, sent and unsent; returns what it was. Null: no such one. */
export async function deleteWebhook(db: Db, webhookId: string): Promise<WebhookRow | null> {
  const [row] = await db.delete(webhook).where(eq(webhook.id, webhookId)).returning()
  return row ?? null
}
