import { listKeys } from '@paddock/db'
import { procedure } from '../procedure.ts'

/** The team's keys, newest first: whose, which role, when last used; never the keys. */
export const list = procedure
  .meta({ role: 'admin' })
  .query(({ ctx }) => ctx.inTeam((tx) => listKeys(tx, ctx.principal.teamId)))
