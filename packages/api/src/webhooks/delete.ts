import { deleteWebhook } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { unknownWebhook } from './find-webhook.ts'

/** Removes an endpoint; what was not sent yet is not sent any more. */
export const remove = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const gone = await deleteWebhook(tx, input.id)
      if (gone === null) throw unknownWebhook(input.id)
      await audit(ctx, tx, {
        ...{ action: 'webhook.delete', object: input.id, before: { url: gone.url, events: gone.events } },
      })
      return { id: input.id, url: gone.url, deleted: true }
    }),
  )
