import { getTraces, listArtifacts, siblings } from '@paddock/db'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findRun } from '../runs/read-run.ts'
import { viewTrace } from '../view/trace-view.ts'
import { viewTrial } from '../view/trial-view.ts'
import { findTrial } from './find-trial.ts'

/** One trial with its run, the other attempts at its task, its traces (the richest first) and its files. */
export const get = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const trial = await findTrial(tx, input.id)
      const { run } = await findRun(tx, trial.runId)
      const traces = await getTraces(tx, trial.id)
      const files = await listArtifacts(tx, { runId: run.id, trialId: trial.id })
      return {
        ...viewTrial(trial),
        taskDigest: trial.taskDigest,
        epoch: trial.epoch,
        phases: trial.phases,
        directory: trial.directory,
        /** What the benchmark said beyond our model, verbatim. */
        raw: trial.raw,
        run: {
          id: run.id,
          name: run.name,
          status: run.status,
          experiment: run.experimentId,
          arm: run.armName,
          benchmark: run.benchmark,
          dataset: run.dataset,
        },
        siblings: await siblings(tx, trial.id),
        traces: traces.map(viewTrace),
        artifacts: files.map(({ path, size, mediaType }) => ({ path, size, mediaType })),
      }
    }),
  )
