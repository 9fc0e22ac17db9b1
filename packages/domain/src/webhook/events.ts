/**
 * What an endpoint can be told of. A new event: its name here, and a statement or trigger that calls
 * `announce_webhook(team, event, payload)` in the transaction of what happened.
 */
export const webhookEvents = ['run.ended', 'run.lost'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
