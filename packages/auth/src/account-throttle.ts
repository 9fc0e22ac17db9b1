import { createHash } from 'node:crypto'
import { consumeRate, type Db } from '@paddock/db'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { authLimits } from './limits.ts'

/**
 * Bounds sign-in attempts per account. The library counts per address, and an address can be forged where the web
 * program is reached directly.
 */
export function accountThrottle(db: Db) {
  return {
    id: 'account-throttle',
    hooks: {
      before: [
        {
          matcher: (context) => context.path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const email: unknown = ctx.body?.email
            if (typeof email !== 'string') return
            const digest = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
            const allowed = await consumeRate(db, {
              key: `account|${digest}`,
              windowMs: authLimits.accountWindowSeconds * 1_000,
              max: authLimits.signInsPerAccountWindow,
            })
            if (allowed) return
            throw new APIError('TOO_MANY_REQUESTS', {
              message: 'Too many sign-in attempts for this account. Wait ten minutes and try again.',
              code: 'TOO_MANY_ATTEMPTS',
            })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
