import { isTerminal } from '@paddock/domain'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { openChangeStream } from '../live/change-stream.ts'
import { untilChanged } from '../live/until-changed.ts'
import { procedure } from '../procedure.ts'
import { findRun, readRun } from './read-run.ts'

const maxWaitMs = 30_000

/**
 * Returns the run once it has ended, or as it stands when the time is over (that is no error). A longer wait is a
 * loop of these. Woken by the live hub; nothing polls.
 */
export const wait = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId, timeoutMs: z.int().min(0).max(maxWaitMs).default(maxWaitMs) }))
  .query(async ({ ctx, input, signal }) => {
    const timeout = AbortSignal.timeout(input.timeoutMs)
    const signals = [timeout, ctx.services.live.stopping, ...(signal === undefined ? [] : [signal])]
    // Heard before the first look, so that an end between the two is not missed.
    const stream = openChangeStream(ctx.services.live, ctx.principal.teamId, signals)
    try {
      for (;;) {
        const { run } = await ctx.inTeam((tx) => findRun(tx, input.id))
        if (isTerminal(run.status) || signals.some((one) => one.aborted)) break
        await untilChanged(
          stream,
          (change) => change.entity === 'run' && change.id === input.id,
          () => !signals.some((one) => one.aborted),
        )
      }
    } finally {
      stream.close()
    }
    return ctx.inTeam((tx) => readRun(tx, input.id, ctx.services.now()))
  })
