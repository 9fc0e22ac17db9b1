import { type Db, findMembership } from '@paddock/db'
import { lowerRole, type TeamRole, teamRoles } from '@paddock/domain'
import { z } from 'zod'
import type { Auth } from '../create-auth.ts'
import { authLimits } from '../limits.ts'
import { KeyRateLimited, type Principal } from './principal.ts'
import { readKey } from './read-key.ts'

const keyFacts = z.object({ teamId: z.string(), role: z.enum(teamRoles) })

/**
 * Reads a request's session cookie or API key against the database: a revoked session, an expired or revoked key
 * and a removed member are nobody from the next request on.
 * @throws KeyRateLimited
 */
export async function resolvePrincipal(auth: Auth, db: Db, headers: Headers): Promise<Principal | null> {
  const key = readKey(headers)
  return key === undefined ? bySession(auth, db, headers) : byKey(auth, db, key)
}

async function bySession(auth: Auth, db: Db, headers: Headers): Promise<Principal | null> {
  if (!headers.has('cookie')) return null
  const session = await auth.api.getSession({ headers })
  if (session === null) return null
  const { user } = session
  const active = session.session.activeOrganizationId ?? null
  const membership =
    (await findMembership(db, { userId: user.id, teamId: active })) ??
    (active === null ? null : await findMembership(db, { userId: user.id, teamId: null }))
  return membership === null ? null : { ...membership, role: highestRole(membership.role), via: 'session' }
}

async function byKey(auth: Auth, db: Db, key: string): Promise<Principal | null> {
  if (key.length > 2 * authLimits.keyChars) return null
  const verified = await auth.api.verifyApiKey({ body: { key } })
  if (verified.error?.code === 'RATE_LIMITED') throw new KeyRateLimited(authLimits.keyWindowMs)
  if (!verified.valid || verified.key === null) return null
  const facts = keyFacts.safeParse(verified.key.metadata)
  if (!facts.success) return null
  const membership = await findMembership(db, { userId: verified.key.referenceId, teamId: facts.data.teamId })
  if (membership === null) return null
  return { ...membership, role: lowerRole(highestRole(membership.role), facts.data.role), via: 'key' }
}

/** The library stores several roles as one comma-separated text. */
function highestRole(text: string): TeamRole {
  const held = text.split(',').map((role) => role.trim())
  return teamRoles.findLast((role) => held.includes(role)) ?? 'viewer'
}
