import { procedure } from '../procedure.ts'

/** Who the caller is, in which team, with which role, by session or by key. */
export const whoami = procedure.meta({ role: 'viewer' }).query(({ ctx: { principal } }) => ({
  userId: principal.userId,
  name: principal.name,
  email: principal.email,
  team: { id: principal.teamId, name: principal.teamName },
  role: principal.role,
  via: principal.via,
}))
