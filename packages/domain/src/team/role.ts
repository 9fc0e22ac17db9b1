/** What a person may do in a team, ascending: each role may do all that the one before it may. */
export const teamRoles = ['viewer', 'member', 'admin', 'owner'] as const
export type TeamRole = (typeof teamRoles)[number]

export function roleReaches(role: TeamRole, needed: TeamRole): boolean {
  return teamRoles.indexOf(role) >= teamRoles.indexOf(needed)
}

/** The lesser of two: a key's role never stands above its person's. */
export function lowerRole(a: TeamRole, b: TeamRole): TeamRole {
  return roleReaches(a, b) ? b : a
}
