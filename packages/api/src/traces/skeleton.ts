import { traceSkeleton } from '@paddock/db'
import { z } from 'zod'
import { anyId, smallCount } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { readSkeletonChunk } from './read-chunk.ts'
import { unknownTrace } from './unknown-trace.ts'

/** One compact entry per step, from chunk `fromChunk` on: what a viewer loads before any body. */
export const skeleton = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ traceId: anyId, fromChunk: smallCount.default(0) }))
  .query(async ({ ctx, input }) => {
    const found = await ctx.inTeam((tx) => traceSkeleton(tx, input))
    if (found === null) throw unknownTrace(input.traceId)
    const chunks = await Promise.all(found.chunks.map((chunk) => readSkeletonChunk(chunk.skeleton)))
    const last = found.chunks.at(-1)
    return {
      generation: found.generation,
      steps: chunks.flat(),
      /** Ask from here for what comes later. */
      nextChunk: last === undefined ? input.fromChunk : last.seq + 1,
    }
  })
