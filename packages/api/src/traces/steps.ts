import { z } from 'zod'
import { anyId, smallCount } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { readSteps } from './read-steps.ts'
import { unknownTrace } from './unknown-trace.ts'

const maxSteps = 500

/** Whole steps by range; the cost is that of the range, wherever it stands. */
export const steps = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      traceId: anyId,
      from: smallCount.max(2_000_000_000).default(0),
      count: z.int().min(1).max(maxSteps).default(100),
    }),
  )
  .query(async ({ ctx, input }) => {
    const range = await ctx.inTeam((tx) => readSteps(tx, input))
    if (range === null) throw unknownTrace(input.traceId)
    return range
  })
