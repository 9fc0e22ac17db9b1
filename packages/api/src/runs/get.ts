import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { readRun } from './read-run.ts'

/** One run: counters, times, why it waits, the end of its output. */
export const get = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId }))
  .query(({ ctx, input }) => ctx.inTeam((tx) => readRun(tx, input.id, ctx.services.now())))
