import { createWebhook, maxWebhooks } from '@paddock/db'
import { webhookEvents } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { procedure } from '../procedure.ts'
import { webhookView } from './webhook-view.ts'

const maxUrlChars = 2_000

/** A new endpoint of the team. What its deliveries are signed with is in this answer and nowhere else. */
export const create = procedure
  .meta({ role: 'admin' })
  .input(
    z.strictObject({
      url: z
        .url({ protocol: /^https?$/, error: 'is not an address that begins with https:// or http://' })
        .max(maxUrlChars),
      /** Without any, all there are. */
      events: z
        .array(z.enum(webhookEvents))
        .min(1)
        .max(webhookEvents.length)
        .default([...webhookEvents]),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { principal, services } = ctx
    // Before the transaction: a name server may take its time.
    const problem = await services.webhooks.urlProblem(input.url)
    if (problem !== null) throw new Refusal('FIELD_INVALID', `url: ${problem}`, 'Name another address.')
    return ctx.inTeam(async (tx) => {
      const events = [...new Set(input.events)]
      const created = await createWebhook(tx, {
        ...{ teamId: principal.teamId, url: new URL(input.url).href, events, createdBy: principal.userId },
      })
      if (created.kind === 'too-many') {
        throw new Refusal('TOO_MANY', `The team has ${maxWebhooks} webhooks already.`, 'Delete one first.')
      }
      const { id, url } = created.webhook
      await audit(ctx, tx, { action: 'webhook.create', object: id, after: { url, events } })
      return { ...webhookView(created.webhook), secret: services.webhooks.secretOf(id) }
    })
  })
