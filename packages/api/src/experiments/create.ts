import { createExperiment } from '@paddock/db'
import { experimentId } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { announce } from '../live/announce.ts'
import { procedure } from '../procedure.ts'
import { viewExperiment } from '../view/experiment-view.ts'

/** Registers an experiment before its first arm; again, it keeps its goal and `created` is false. */
export const create = procedure
  .meta({ role: 'member' })
  .input(z.strictObject({ id: experimentId, goal: z.string().max(10_000).default('') }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { kind, experiment } = await createExperiment(tx, {
        teamId: ctx.principal.teamId,
        id: input.id,
        goal: input.goal,
        createdBy: ctx.principal.userId,
      })
      if (kind === 'created') {
        await announce(ctx, tx, 'experiment', input.id)
        await audit(ctx, tx, { action: 'experiment.create', object: input.id, after: { goal: input.goal } })
      }
      return { ...viewExperiment(experiment), created: kind === 'created' }
    }),
  )
