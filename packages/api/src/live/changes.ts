import { procedure } from '../procedure.ts'
import type { Change } from './change.ts'
import { resync } from './change.ts'
import { openChangeStream } from './change-stream.ts'
import { watchStream } from './stream-signals.ts'

/**
 * Ids of what changes in the team, coalesced to a few events per second and entity. The first event of a stream is
 * always "look at everything": what changed before it was heard is not on it.
 */
export const changes = procedure.meta({ role: 'viewer' }).subscription(async function* ({ ctx, signal }) {
  const signals = watchStream(ctx, signal, 'viewer')
  const stream = openChangeStream(ctx.services.live, ctx.principal.teamId, signals.all)
  try {
    yield [resync] as readonly Change[]
    while (signals.goOn()) {
      const batch = await stream.next()
      if (batch.length > 0 && signals.goOn()) yield batch
    }
  } finally {
    stream.close()
    signals.close()
  }
})
