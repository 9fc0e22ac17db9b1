import { type Db, getWebhook, type WebhookRow } from '@paddock/db'
import { Refusal } from '../errors/refusal.ts'

export function unknownWebhook(id: string): Refusal {
  return new Refusal('UNKNOWN_WEBHOOK', `There is no webhook "${id}".`, 'paddock webhooks list lists them.')
}

/** The team's endpoint, or a refusal. */
export async function findWebhook(tx: Db, id: string): Promise<WebhookRow> {
  const row = await getWebhook(tx, id)
  if (row === null) throw unknownWebhook(id)
  return row
}
