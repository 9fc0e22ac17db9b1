import { editExperiment } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { anyId } from '../ids.ts'
import { announce } from '../live/announce.ts'
import { procedure } from '../procedure.ts'
import { viewExperiment } from '../view/experiment-view.ts'
import { unknownExperiment } from './find-experiment.ts'

/** Edits what people wrote; what is left out stays. */
export const edit = procedure
  .meta({ role: 'member' })
  .input(
    z
      .strictObject({
        id: anyId,
        goal: z.string().max(10_000).optional(),
        status: z.enum(['open', 'closed']).optional(),
        verdict: z.string().trim().min(1).max(10_000).nullable().optional(),
      })
      .refine((input) => input.status !== 'closed' || (input.verdict ?? null) !== null, {
        path: ['verdict'],
        message: 'an experiment is closed with a verdict',
      }),
  )
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { id, ...change } = input
      const edited = await editExperiment(tx, id, change)
      if (edited === null) throw unknownExperiment(id)
      const { before, after } = edited
      await announce(ctx, tx, 'experiment', id)
      await audit(ctx, tx, { action: 'experiment.edit', object: id, before: written(before), after: written(after) })
      return viewExperiment(after)
    }),
  )

function written({ goal, status, verdict }: { goal: string; status: string; verdict: string | null }) {
  return { goal, status, verdict }
}
