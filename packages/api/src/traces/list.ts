import { getTraces } from '@paddock/db'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findTrial } from '../trials/find-trial.ts'
import { viewTrace } from '../view/trace-view.ts'

/** The traces of a trial, the richest first. */
export const list = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ trialId: anyId }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      await findTrial(tx, input.trialId)
      return (await getTraces(tx, input.trialId)).map(viewTrace)
    }),
  )
