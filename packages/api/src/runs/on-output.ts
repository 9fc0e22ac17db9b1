import { getRun, readOutput } from '@paddock/db'
import { isTerminal } from '@paddock/domain'
import { tracked } from '@trpc/server'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { openChangeStream } from '../live/change-stream.ts'
import { watchStream } from '../live/stream-signals.ts'
import { untilChanged } from '../live/until-changed.ts'
import { procedure } from '../procedure.ts'
import { outputCursor, readOutputCursor, viewOutput } from './output-cursor.ts'
import { unknownRun } from './read-run.ts'

const maxTailLines = 10_000
const maxBytesPerEvent = 256 * 1024

/**
 * Output as it comes, resumable: the id of an event is the cursor after it, so that a reconnect (`lastEventId`) loses
 * and repeats nothing. Ends when the run has ended and all of its output was sent.
 */
export const onOutput = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({
      id: anyId,
      lastEventId: outputCursor.nullish(),
      /** Lines to begin with, without `lastEventId`; absent: all that is held. */
      tail: z.int().min(0).max(maxTailLines).optional(),
    }),
  )
  .subscription(async function* ({ ctx, input, signal }) {
    const signals = watchStream(ctx, signal, 'viewer')
    const changes = openChangeStream(ctx.services.live, ctx.principal.teamId, signals.all)
    let cursor = input.lastEventId ?? null
    let tailLines = cursor === null ? input.tail : undefined
    try {
      while (signals.goOn()) {
        const { page, ended } = await ctx.inTeam(async (tx) => {
          // Looked at before its output: what a run wrote before it ended is then read too.
          const detail = await getRun(tx, input.id)
          if (detail === null) throw unknownRun(input.id)
          const read = await readOutput(tx, {
            runId: input.id,
            cursor: readOutputCursor(cursor),
            tailLines,
            maxBytes: maxBytesPerEvent,
          })
          return { page: read, ended: isTerminal(detail.run.status) }
        })
        if (page === null) throw unknownRun(input.id)
        const view = viewOutput(page, cursor)
        cursor = view.cursor
        // Without a cursor there was no output at all: whatever comes is read from its beginning.
        tailLines = undefined
        if (view.chunks.length > 0 && cursor !== null) {
          yield tracked(cursor, view)
          continue
        }
        if (ended) return
        await untilChanged(changes, ({ entity, id }) => entity === 'run' && id === input.id, signals.goOn)
      }
    } finally {
      changes.close()
      signals.close()
    }
  })
