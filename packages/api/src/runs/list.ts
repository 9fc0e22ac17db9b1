import { listRuns } from '@paddock/db'
import { armName, experimentId, runStatuses, segmentName } from '@paddock/domain'
import { z } from 'zod'
import { cursorNumber } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { viewRun } from '../view/run-view.ts'

/** The team's runs, newest first, a page at a time. */
export const list = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      status: z.array(z.enum(runStatuses)).min(1).max(runStatuses.length).optional(),
      experiment: experimentId.optional(),
      arm: armName.optional(),
      benchmark: segmentName.optional(),
      /** Also those that `clearFinished` hid. */
      hidden: z.boolean().optional(),
      limit: z.int().min(1).max(200).default(50),
      cursor: cursorNumber.nullish(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const page = await ctx.inTeam((tx) =>
      listRuns(tx, {
        status: input.status,
        experimentId: input.experiment,
        armName: input.arm,
        benchmark: input.benchmark,
        hidden: input.hidden === true ? 'include' : undefined,
        limit: input.limit,
        cursor: input.cursor === undefined || input.cursor === null ? null : Number(input.cursor),
      }),
    )
    const now = ctx.services.now()
    return {
      runs: page.runs.map((run) => viewRun(run, now)),
      nextCursor: page.nextCursor === null ? null : String(page.nextCursor),
    }
  })
