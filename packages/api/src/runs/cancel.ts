import { requestCancel } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { unknownRun } from './read-run.ts'

/** Cancels a queued run at once and asks for the end of a running one; `cancelled` is false for one that had ended. */
export const cancel = procedure
  .meta({ role: 'member' })
  .input(z.strictObject({ id: anyId, reason: z.string().trim().min(1).max(1_000).optional() }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const reason = input.reason ?? null
      const outcome = await requestCancel(tx, { runId: input.id, reason, by: ctx.principal.userId })
      if (outcome === null) throw unknownRun(input.id)
      if (outcome !== 'terminal') await audit(ctx, tx, { action: 'run.cancel', object: input.id, after: { reason } })
      return { id: input.id, cancelled: outcome !== 'terminal', outcome }
    }),
  )
