import { tracked } from '@trpc/server'
import { z } from 'zod'
import { anyId, smallCount } from '../ids.ts'
import type { Change } from '../live/change.ts'
import { openChangeStream } from '../live/change-stream.ts'
import { watchStream } from '../live/stream-signals.ts'
import { untilChanged } from '../live/until-changed.ts'
import { procedure } from '../procedure.ts'
import { findTrace } from './find-trace.ts'
import { readSteps } from './read-steps.ts'

const stepsPerEvent = 100

/** `<generation>.<index of the next step>` */
const stepCursor = z.string().regex(/^\d{1,9}\.\d{1,9}$/, 'is not a cursor of trace steps, such as 1.42')

/**
 * Steps as they come, resumable: the id of an event is the cursor after it. When the trace was written again from its
 * start (its file shrank), `generation` is another one and the steps begin at 0 again. Ends when the trace has ended.
 */
export const onSteps = procedure
  .meta({ role: 'viewer' })
  .input(
    z.strictObject({ traceId: anyId, from: smallCount.max(999_999_999).default(0), lastEventId: stepCursor.nullish() }),
  )
  .subscription(async function* ({ ctx, input, signal }) {
    const signals = watchStream(ctx, signal, 'viewer')
    const changes = openChangeStream(ctx.services.live, ctx.principal.teamId, signals.all)
    const resumed = input.lastEventId?.split('.').map(Number)
    let generation: number | null = resumed?.[0] ?? null
    let next = resumed?.[1] ?? input.from
    try {
      while (signals.goOn()) {
        const { trace, range } = await ctx.inTeam(async (tx) => {
          const found = await findTrace(tx, input.traceId)
          const from = generation === null || generation === found.generation ? next : 0
          return { trace: found, range: await readSteps(tx, { traceId: found.id, from, count: stepsPerEvent }) }
        })
        const current = range?.generation ?? trace.generation
        if (generation !== null && generation !== current) next = 0
        generation = current
        const fresh = (range?.steps ?? []).filter((step) => step.index >= next)
        const last = fresh.at(-1)
        if (last !== undefined) {
          next = last.index + 1
          yield tracked(`${generation}.${next}`, { generation, steps: fresh })
          continue
        }
        if (trace.status !== 'live') return
        await untilChanged(changes, (change) => isAbout(change, trace), signals.goOn)
      }
    } finally {
      changes.close()
      signals.close()
    }
  })

/** Runners name the trial whose traces grew. */
function isAbout({ entity, id }: Change, trace: { id: string; trialId: string }): boolean {
  return (entity === 'trace' || entity === 'trial') && (id === trace.id || id === trace.trialId)
}
