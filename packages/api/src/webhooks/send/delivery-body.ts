import type { WebhookDeliveryRow } from '@paddock/db'

type Delivery = Pick<WebhookDeliveryRow, 'id' | 'event' | 'createdAt' | 'payload'>

/** What is sent: ids and facts, the same in every attempt. */
export function deliveryBody(delivery: Delivery, publicUrl: string): string {
  const { id, event, createdAt, payload } = delivery
  return JSON.stringify({ id, event, at: createdAt.toISOString(), ...withAddress(payload, publicUrl) })
}

function withAddress(payload: Record<string, unknown>, publicUrl: string): Record<string, unknown> {
  const run = payload.run as { id: string } | undefined
  if (run === undefined) return payload
  return { ...payload, run: { ...run, url: new URL(`/runs/${run.id}`, publicUrl).href } }
}
