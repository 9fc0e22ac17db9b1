import { listTrials } from '@paddock/db'
import { trialStatuses } from '@paddock/domain'
import { z } from 'zod'
import { anyId, cursorText } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findRun } from '../runs/read-run.ts'
import { viewTrial } from '../view/trial-view.ts'

/** Trials of a run by task, attempt and name, a page at a time. */
export const list = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      runId: anyId,
      status: z.enum(trialStatuses).optional(),
      task: z.string().min(1).max(1_000).optional(),
      limit: z.int().min(1).max(500).default(100),
      cursor: cursorText.nullish(),
    }),
  )
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      await findRun(tx, input.runId)
      const page = await listTrials(tx, input)
      return { trials: page.trials.map(viewTrial), nextCursor: page.nextCursor }
    }),
  )
