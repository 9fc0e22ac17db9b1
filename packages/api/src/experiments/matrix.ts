import { taskMatrix } from '@paddock/db'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { unknownExperiment } from './find-experiment.ts'

/** Every attempt of an experiment: tasks by name, and for each its attempts per arm, in the order of `arms`. */
export const matrix = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId }))
  .query(async ({ ctx, input }) => {
    const found = await ctx.inTeam((tx) => taskMatrix(tx, input.id))
    if (found === null) throw unknownExperiment(input.id)
    return found
  })
