import { setTeamCap } from '@paddock/db'
import { toHundredths } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { procedure } from '../procedure.ts'
import { viewLimits } from './view-limits.ts'

/** Units; far above what a fleet has. */
const maxCap = 1_000_000

/**
 * Sets the team's own cap: weight units that its runs use at once; null for none, 0 so that nothing of it starts. What
 * runs goes on; a raised cap takes effect at once.
 */
export const set = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ cap: z.number().min(0).max(maxCap).multipleOf(0.01).nullable() }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { teamId } = ctx.principal
      const cap = input.cap === null ? null : toHundredths(input.cap)
      const before = await setTeamCap(tx, { teamId, cap })
      await audit(ctx, tx, {
        action: 'limits.set',
        object: teamId,
        before: { cap: before === null ? null : before / 100 },
        after: { cap: input.cap },
      })
      return viewLimits(tx, teamId)
    }),
  )
