import { clearRunnerOrder } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { procedure } from '../procedure.ts'
import { runnerPresence } from './find-runner.ts'
import { runnerName } from './order-input.ts'

/**
 * Takes back a pause or drain; `resumed` is false when there was none. A runner that was drained may be `away`: it has
 * ended, and takes runs again once somebody starts it.
 */
export const resume = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ name: runnerName }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const presence = await runnerPresence(tx, input.name, ctx.principal.teamId)
      const resumed = await clearRunnerOrder(tx, input.name)
      if (resumed) await audit(ctx, tx, { action: 'runner.resume', object: input.name })
      return { name: input.name, resumed, presence }
    }),
  )
