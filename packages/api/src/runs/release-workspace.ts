import { getRun, releaseKey } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { unknownRun } from './read-run.ts'

/**
 * The caller vouches that no process of the run is left on its host: its workspace is free for the next run, and a retry
 * or a resume of it may start. `released` is false where nothing was left. Also takes the id of a deleted run.
 */
export const releaseWorkspace = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const found = await getRun(tx, input.id)
      const released = await releaseKey(tx, { runId: input.id, by: ctx.principal.userId })
      if (released === null && found === null) throw unknownRun(input.id)
      if (released === null && found !== null && found.run.runnerId !== null && found.run.finishedAt === null) {
        const { name, status, lostAt } = found.run
        throw new Refusal(
          'RUN_LIVE',
          `Run ${name} is ${lostAt === null ? status : 'lost'}, and its workspace is its own until it has ended.`,
          lostAt === null ? `paddock cancel ${input.id} ends it.` : `Give up on it first: paddock give-up ${input.id}`,
        )
      }
      const { keys, waiters } = released ?? { keys: [], waiters: [] }
      if (released !== null) {
        await audit(ctx, tx, { action: 'run.release-workspace', object: input.id, after: { keys } })
      }
      return { id: input.id, released: released !== null, waiting: waiters }
    }),
  )
