import { listExperiments } from '@paddock/db'
import { z } from 'zod'
import { cursorText } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { viewExperiment } from '../view/experiment-view.ts'

/** The team's experiments, newest first, with each arm's progress; `q` is searched in id and goal. */
export const list = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      q: z.string().trim().max(200).optional(),
      limit: z.int().min(1).max(100).default(50),
      cursor: cursorText.nullish(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const page = await ctx.inTeam((tx) => listExperiments(tx, { ...input, q: input.q === '' ? undefined : input.q }))
    return {
      experiments: page.experiments.map(({ experiment, arms }) => ({ ...viewExperiment(experiment), arms })),
      nextCursor: page.nextCursor,
    }
  })
