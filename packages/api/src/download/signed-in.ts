import { KeyRateLimited, type Principal, resolvePrincipal } from '@paddock/auth'
import type { ApiServices } from '../services.ts'

/** A download is read like any page of the team: every role may, nobody else. */
export async function signedIn(services: ApiServices, request: Request): Promise<Principal | Response> {
  try {
    const principal = await resolvePrincipal(services.auth, services.db, request.headers)
    if (principal !== null) return principal
  } catch (error) {
    if (!(error instanceof KeyRateLimited)) throw error
    return Response.json({ error: { code: 'TOO_MANY_REQUESTS', message: error.message } }, { status: 429 })
  }
  return Response.json({ error: { code: 'UNAUTHORIZED', message: 'Not signed in.' } }, { status: 401 })
}
