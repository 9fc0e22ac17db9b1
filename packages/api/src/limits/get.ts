import { procedure } from '../procedure.ts'
import { viewLimits } from './view-limits.ts'

/** How much the team may run at once, and does; weights in units. */
export const get = procedure
  .meta({ role: 'viewer' })
  .query(({ ctx }) => ctx.inTeam((tx) => viewLimits(tx, ctx.principal.teamId)))
