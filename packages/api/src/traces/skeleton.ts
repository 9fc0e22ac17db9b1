import { traceSkeleton } from '@paddock/db'
import { z } from 'zod'
import { anyId, smallCount } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { readSkeletonChunk } from './read-chunk.ts'
import { unknownTrace } from './unknown-trace.ts'

const maxChunks = 10_000

/**
 * One compact entry per step, from chunk `fromChunk` on: what a viewer loads before any body. A long trace is read in
 * parts of `chunks` chunks; `more` says that there are later ones.
 */
export const skeleton = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      traceId: anyId,
      fromChunk: smallCount.default(0),
      chunks: z.int().min(1).max(maxChunks).optional(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const found = await ctx.inTeam((tx) => traceSkeleton(tx, { ...input, limit: input.chunks }))
    if (found === null) throw unknownTrace(input.traceId)
    const chunks = await Promise.all(found.chunks.map((chunk) => readSkeletonChunk(chunk.skeleton)))
    const last = found.chunks.at(-1)
    return {
      generation: found.generation,
      steps: chunks.flat(),
      /** Ask from here for what comes later. */
      nextChunk: last === undefined ? input.fromChunk : last.seq + 1,
      more: input.chunks !== undefined && chunks.length === input.chunks,
    }
  })
