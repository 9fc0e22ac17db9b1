import { readOutput } from '@paddock/db'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { outputCursor, readOutputCursor, viewOutput } from './output-cursor.ts'
import { unknownRun } from './read-run.ts'

const maxTailLines = 10_000

/** The live output: after `cursor`, or the last `tail` lines (absent: all that is held; 0: none). */
export const output = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      id: anyId,
      cursor: outputCursor.nullish(),
      tail: z.int().min(0).max(maxTailLines).optional(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const page = await ctx.inTeam((tx) =>
      readOutput(tx, { runId: input.id, cursor: readOutputCursor(input.cursor), tailLines: input.tail }),
    )
    if (page === null) throw unknownRun(input.id)
    return viewOutput(page, input.cursor ?? null)
  })
