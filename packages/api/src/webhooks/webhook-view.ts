import type { WebhookRow } from '@paddock/db'
import type { WebhookEvent } from '@paddock/domain'

/** An endpoint as people see it; what it signs with is nowhere in it. */
export interface WebhookView {
  id: string
  url: string
  events: WebhookEvent[]
  createdAt: Date
  lastDeliveredAt: Date | null
  /** Since when nothing got through, and what the last attempt met. */
  failingSince: Date | null
  lastError: string | null
  disabledAt: Date | null
  disabledReason: string | null
}

export function webhookView(row: WebhookRow): WebhookView {
  const { id, url, events, createdAt, lastDeliveredAt, failingSince, lastError, disabledAt, disabledReason } = row
  return { id, url, events, createdAt, lastDeliveredAt, failingSince, lastError, disabledAt, disabledReason }
}
