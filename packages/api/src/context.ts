import { KeyRateLimited, type Principal, resolvePrincipal } from '@paddock/auth'
import { TRPCError } from '@trpc/server'
import type { ApiServices } from './services.ts'

export interface ApiContext {
  services: ApiServices
  headers: Headers
  principal: Principal | null
}

/**
 * Who asks, from a request's headers: session cookie, `x-api-key` or `Authorization: Bearer`.
 * @throws TRPCError TOO_MANY_REQUESTS when the key is over its limit
 */
export async function createContext(services: ApiServices, headers: Headers): Promise<ApiContext> {
  try {
    return { services, headers, principal: await resolvePrincipal(services.auth, services.db, headers) }
  } catch (error) {
    if (!(error instanceof KeyRateLimited)) throw error
    throw new TRPCError({
      code: 'TOO_MANY_REQUESTS',
      message: 'This API key has made too many requests. Wait a minute, or use a key of its own for each script.',
      cause: error,
    })
  }
}
