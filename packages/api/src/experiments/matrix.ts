import { type TaskMatrix, taskMatrix } from '@paddock/db'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findExperiment, unknownExperiment } from './find-experiment.ts'
import { originsOf, standingAttempts } from './standing-trials.ts'

/**
 * Every attempt of an experiment: tasks by name, and for each its attempts per arm, in the order of `arms`. `counts`:
 * the comparison knows it; a trial that another one replaced was only paid for.
 */
export const matrix = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const found = await taskMatrix(tx, input.id)
      if (found === null) throw unknownExperiment(input.id)
      const { arms } = await findExperiment(tx, input.id)
      const origins = originsOf(arms.flatMap((arm) => arm.runs))
      return {
        arms: found.arms,
        tasks: found.tasks.map(({ task, cells }) => ({ task, cells: withCounts(cells, origins) })),
      }
    }),
  )

function withCounts(cells: TaskMatrix['tasks'][number]['cells'], origins: ReadonlyMap<string, string>) {
  return cells.map((attempts) => {
    const standing = standingAttempts(attempts, origins)
    return attempts.map((attempt) => ({ ...attempt, counts: standing.has(attempt) }))
  })
}
