import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { WebhookRow } from '../rows.ts'
import { webhook } from '../schema/index.ts'

/** Has a disabled endpoint hear again of what happens from now on. Null: no such one. */
export async function enableWebhook(db: Db, webhookId: string): Promise<WebhookRow | null> {
  const [row] = await db
    .update(webhook)
    .set({ disabledAt: null, disabledReason: null, failingSince: null })
    .where(eq(webhook.id, webhookId))
    .returning()
  return row ?? null
}
