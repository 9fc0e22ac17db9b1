import type { WebhookEvent } from '@paddock/domain'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { randomId } from '../random-id.ts'
import type { WebhookRow } from '../rows.ts'
import { webhook } from '../schema/index.ts'

export interface NewWebhook {
  teamId: string
  url: string
  events: readonly WebhookEvent[]
  createdBy: string | null
}

/** Each event writes a row for each of them, in the transaction of a run's end. */
export const maxWebhooks = 20

/** A new endpoint; `too-many`: the team has `maxWebhooks`. */
export async function createWebhook(
  tx: Db,
  endpoint: NewWebhook,
): Promise<{ kind: 'created'; webhook: WebhookRow } | { kind: 'too-many' }> {
  // One at a time for a team, so that the count holds.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`paddock webhooks ${endpoint.teamId}`}, 0))`)
  const count = await tx.$count(webhook, eq(webhook.teamId, endpoint.teamId))
  if (count >= maxWebhooks) return { kind: 'too-many' }
  const [row] = await tx
    .insert(webhook)
    .values({ ...endpoint, id: randomId('webhook'), events: [...endpoint.events] })
    .returning()
  if (row === undefined) throw new Error('the webhook was not created')
  return { kind: 'created', webhook: row }
}
