import { listDeliveries } from '@paddock/db'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findWebhook } from './find-webhook.ts'

/** The newest deliveries of an endpoint: what they told, how often they were tried, and how that went. */
export const deliveries = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId, limit: z.int().min(1).max(200).default(50) }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      await findWebhook(tx, input.id)
      const rows = await listDeliveries(tx, { webhookId: input.id, limit: input.limit })
      return rows.map(({ teamId: _team, webhookId: _webhook, ...delivery }) => delivery)
    }),
  )
