import { resolvePrincipal } from '@paddock/auth'
import { roleReaches, type TeamRole } from '@paddock/domain'
import { Refusal } from '../errors/refusal.ts'
import type { SignedInContext } from '../procedure.ts'

export interface StreamSignals {
  readonly all: readonly AbortSignal[]
  /**
   * Throws when the stream must not go on: an AbortError when the server stops (the stream is cut and its client
   * reconnects), a refusal when the session or key no longer holds.
   * @returns false when the client has gone
   */
  goOn: () => boolean
  close: () => void
}

/** Watches everything that ends an open stream, the revocation of its session or key among it. */
export function watchStream(ctx: SignedInContext, client: AbortSignal | undefined, needed: TeamRole): StreamSignals {
  const { services, headers, principal } = ctx
  const revoked = new AbortController()
  const recheck = async () => {
    const now = await resolvePrincipal(services.auth, services.db, headers)
    if (now === null || now.teamId !== principal.teamId || !roleReaches(now.role, needed)) revoked.abort()
  }
  const timer = setInterval(() => {
    recheck().catch((error: unknown) => services.report(error, 'live'))
  }, services.live.limits.recheckPrincipalMs)
  timer.unref()
  const gone = client ?? new AbortController().signal
  const { stopping } = services.live
  return {
    all: [gone, revoked.signal, stopping],
    goOn() {
      if (stopping.aborted) throw new DOMException('the server stops', 'AbortError')
      if (revoked.signal.aborted) {
        throw new Refusal(
          'NOT_SIGNED_IN',
          'The session or key of this stream does not hold any more.',
          'Sign in again.',
        )
      }
      return !gone.aborted
    },
    close: () => clearInterval(timer),
  }
}
