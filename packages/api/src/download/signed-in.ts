import { type Principal, resolvePrincipal } from '@paddock/auth'
import type { ApiServices } from '../services.ts'

/** A download is read like any page of the team: every role may, nobody else. */
export async function signedIn(services: ApiServices, request: Request): Promise<Principal | Response> {
  const principal = await resolvePrincipal(services.auth, services.db, request.headers)
  if (principal !== null) return principal
  return Response.json({ error: { code: 'UNAUTHORIZED', message: 'Not signed in.' } }, { status: 401 })
}
