import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { viewExperiment } from '../view/experiment-view.ts'
import { viewLaunch, viewRun } from '../view/run-view.ts'
import { findExperiment } from './find-experiment.ts'

/** An experiment with its arms (baselines, variants, unset; then name) and their runs, oldest first. */
export const get = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { experiment, arms } = await findExperiment(tx, input.id)
      const now = ctx.services.now()
      return {
        ...viewExperiment(experiment),
        arms: arms.map((arm) => ({
          name: arm.name,
          role: arm.role,
          note: arm.note,
          label: arm.label,
          launch: viewLaunch(arm.launch),
          createdAt: arm.createdAt,
          runs: arm.runs.map((run) => viewRun(run, now)),
        })),
      }
    }),
  )
