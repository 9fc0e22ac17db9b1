import { addTestDelivery } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { unknownWebhook } from './find-webhook.ts'

/** Sends a `webhook.test` now, once, and says how that went. */
export const test = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId }))
  .mutation(async ({ ctx, input }) => {
    const { webhooks } = ctx.services
    const delivery = await ctx.inTeam(async (tx) => {
      const added = await addTestDelivery(tx, { webhookId: input.id, claimMs: webhooks.limits.claimMs })
      if (added === null) throw unknownWebhook(input.id)
      await audit(ctx, tx, { action: 'webhook.test', object: input.id })
      return added
    })
    const answer = await webhooks.send(delivery)
    return {
      deliveryId: delivery.id,
      accepted: answer.kind === 'accepted',
      status: answer.status,
      reason: answer.kind === 'accepted' ? null : answer.reason,
    }
  })
