import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { WebhookRow } from '../rows.ts'
import { webhook } from '../schema/index.ts'

/** An endpoint; null: no such one. */
export async function getWebhook(db: Db, webhookId: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhook).where(eq(webhook.id, webhookId))
  return row ?? null
}
