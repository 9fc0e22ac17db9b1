import { enableWebhook } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findWebhook, unknownWebhook } from './find-webhook.ts'
import { webhookView } from './webhook-view.ts'

/** Has an endpoint that was disabled hear again, of what happens from now on. */
export const enable = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const before = await findWebhook(tx, input.id)
      const enabled = await enableWebhook(tx, input.id)
      if (enabled === null) throw unknownWebhook(input.id)
      await audit(ctx, tx, {
        action: 'webhook.enable',
        object: input.id,
        before: { disabledAt: before.disabledAt, disabledReason: before.disabledReason },
      })
      return webhookView(enabled)
    }),
  )
