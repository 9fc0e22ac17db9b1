import type { Db } from '@paddock/db'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { joinByInvitation } from './invitation/join-by-invitation.ts'
import { authLimits } from './limits.ts'
import { createOwner } from './owner/create-owner.ts'

const person = {
  name: z.string().trim().min(1).max(100),
  password: z.string().min(authLimits.minPasswordChars).max(authLimits.maxPasswordChars),
}

/**
 * The two ways in while sign-up is closed. Both sign the new person in.
 * `POST /api/auth/owner/create` { token, email, password, name, teamName } and
 * `POST /api/auth/invitation/join` { token, password, name }.
 */
export function admission(db: Db) {
  return {
    id: 'admission',
    endpoints: {
      createOwner: createAuthEndpoint(
        '/owner/create',
        {
          method: 'POST',
          use: [formCsrfMiddleware],
          body: z.object({
            ...person,
            token: z.string().min(1).max(200),
            email: z.email().max(254),
            teamName: z.string().trim().min(1).max(100).optional(),
          }),
        },
        async (ctx) => {
          const { token, ...owner } = ctx.body
          const outcome = await createOwner(db, { ...owner, proof: { kind: 'token', token } })
          switch (outcome.kind) {
            case 'created':
              return ctx.json(await signIn(ctx, outcome.userId))
            case 'owner-exists':
              throw new APIError('CONFLICT', {
                code: 'OWNER_EXISTS',
                message: 'This installation has its owner already. Sign in, or ask an admin for an invitation.',
              })
            case 'token-invalid':
              throw new APIError('FORBIDDEN', {
                code: 'OWNER_TOKEN_INVALID',
                message: 'This link is not valid any more. Take the newest one that the start of Paddock printed.',
              })
          }
        },
      ),
      joinByInvitation: createAuthEndpoint(
        '/invitation/join',
        { method: 'POST', use: [formCsrfMiddleware], body: z.object({ ...person, token: z.string().min(1).max(200) }) },
        async (ctx) => {
          const outcome = await joinByInvitation(db, ctx.context.secret, ctx.body)
          switch (outcome.kind) {
            case 'joined':
              return ctx.json(await signIn(ctx, outcome.userId))
            case 'has-account':
              throw new APIError('CONFLICT', {
                code: 'HAS_ACCOUNT',
                message: 'There is an account with this address already: sign in and accept the invitation there.',
              })
            case 'invitation-invalid':
              throw new APIError('FORBIDDEN', {
                code: 'INVITATION_INVALID',
                message: 'This invitation was withdrawn, used or has expired. Ask for a new one.',
              })
          }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

async function signIn(ctx: Parameters<typeof setSessionCookie>[0], userId: string) {
  const user = await ctx.context.internalAdapter.findUserById(userId)
  const session = await ctx.context.internalAdapter.createSession(userId)
  if (user === null || session === null) throw new APIError('UNAUTHORIZED', { message: 'Sign in with your password.' })
  await setSessionCookie(ctx, { session, user })
  return { userId: user.id, email: user.email }
}
