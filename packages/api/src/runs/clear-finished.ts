import { clearFinished as hideFinished } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'

/** Hides ended runs from the lists: those named, or all of the team. Nothing is removed. */
export const clearFinished = procedure
  .meta({ role: 'member' })
  .input(z.strictObject({ ids: z.array(anyId).max(1_000).optional() }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const hidden = await hideFinished(tx, { teamId: ctx.principal.teamId, runIds: input.ids })
      if (hidden > 0) await audit(ctx, tx, { action: 'run.hide', object: 'runs', after: { hidden, ids: input.ids } })
      return { hidden }
    }),
  )
