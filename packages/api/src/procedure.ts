import type { Principal } from '@paddock/auth'
import { type Db, inTeam } from '@paddock/db'
import { roleReaches, type TeamRole } from '@paddock/domain'
import { initTRPC } from '@trpc/server'
import type { ApiContext } from './context.ts'
import { describeError } from './errors/describe-error.ts'
import { findBrokenText } from './errors/find-broken-text.ts'
import { isStream, mapStreamErrors } from './errors/map-stream-errors.ts'
import { Refusal } from './errors/refusal.ts'
import { toTrpcError } from './errors/to-trpc-error.ts'
import { transformer } from './transformer.ts'

export interface ProcedureMeta {
  /** The least role that may call it; a procedure without one is a fault that a test finds. */
  role: TeamRole
}

export interface SignedInContext extends ApiContext {
  principal: Principal
  /** Runs `work` in a transaction that sees the principal's team alone. */
  inTeam: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
}

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
    errorFormatter: ({ shape, error }) => {
      const described = describeError(toTrpcError(error))
      return {
        ...shape,
        message: described.message,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          reason: described.reason,
          hint: described.hint,
          fields: described.fields,
        },
      }
    },
  })

export const { router, createCallerFactory } = t

/** The one place that decides whether a call may happen, and that turns what our code throws into what travels. */
export const procedure = t.procedure.use(async ({ ctx, meta, type, path, next, getRawInput }) => {
  if (meta?.role === undefined) throw new Error(`the procedure ${path} declares no role`)
  const principal = authorise(ctx, meta.role)
  if (type === 'mutation' && principal.via === 'session') requireSameOrigin(ctx)
  const broken = findBrokenText(await getRawInput())
  if (broken !== null) {
    throw toTrpcError(new Refusal('BROKEN_TEXT', `${broken.path}: ${broken.problem}`, 'Remove it and send it again.'))
  }
  const signedIn: SignedInContext = {
    ...ctx,
    principal,
    inTeam: (work) => inTeam(ctx.services.db, principal.teamId, work),
  }
  const result = await next({ ctx: signedIn })
  if (result.ok) return isStream(result.data) ? { ...result, data: mapStreamErrors(result.data) } : result
  const error = toTrpcError(result.error)
  if (error === result.error) return result
  throw error
})

function authorise(ctx: ApiContext, needed: TeamRole): Principal {
  const { principal } = ctx
  if (principal === null) {
    throw toTrpcError(
      new Refusal(
        'NOT_SIGNED_IN',
        'Not signed in: no session, or a key that is unknown, expired or revoked.',
        'Sign in, or set PADDOCK_API_KEY.',
      ),
    )
  }
  if (!roleReaches(principal.role, needed)) {
    throw toTrpcError(
      new Refusal(
        'ROLE_TOO_LOW',
        `This takes the role ${needed} in ${principal.teamName}; yours is ${principal.role}.`,
        'Ask an admin of the team.',
      ),
    )
  }
  return principal
}

/** A foreign page can make a browser send the cookie along, but cannot forge its `Origin`. */
function requireSameOrigin({ headers, services }: ApiContext): void {
  const origin = headers.get('origin')
  if (origin === null ? headers.get('sec-fetch-site') === 'same-origin' : services.trustedOrigins.includes(origin))
    return
  throw toTrpcError(
    new Refusal(
      'FOREIGN_ORIGIN',
      `A change with a session must come from Paddock's own pages; this came from ${origin ?? 'no page'}.`,
      `Open ${services.trustedOrigins[0] ?? 'the public URL'}, use an API key, or set PADDOCK_PUBLIC_URL to the address in use.`,
    ),
  )
}
