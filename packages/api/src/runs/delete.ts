import { deleteRun } from '@paddock/db'
import { roleReaches } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findRun, unknownRun } from './read-run.ts'

/** Removes an ended run with all that belongs to it. Members delete their own, admins any. */
export const remove = procedure
  .meta({ role: 'member' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { run } = await findRun(tx, input.id)
      if (run.createdBy !== ctx.principal.userId && !roleReaches(ctx.principal.role, 'admin')) {
        throw new Refusal(
          'ROLE_TOO_LOW',
          `Run ${run.name} was launched by somebody else.`,
          'Ask an admin to delete it.',
        )
      }
      const outcome = await deleteRun(tx, { runId: input.id })
      if (outcome === null) throw unknownRun(input.id)
      switch (outcome.kind) {
        case 'live':
          throw new Refusal('RUN_LIVE', `Run ${run.name} is still ${run.status}.`, 'Cancel it first.')
        case 'key-held':
          throw new Refusal(
            'RUN_LIVE',
            `Processes of run ${run.name} may still be writing to its workspace.`,
            `Wait for its runner to prove them gone; or, once you have checked its host: paddock release-workspace ${run.id}`,
          )
        case 'deleted':
          await audit(ctx, tx, { action: 'run.delete', object: input.id, before: { name: run.name } })
          return { id: input.id, deleted: true }
      }
    }),
  )
