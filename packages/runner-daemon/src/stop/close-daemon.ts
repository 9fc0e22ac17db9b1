import type { Membership } from '../boot/membership.ts'
import type { Host } from '../host.ts'
import type { Lease } from '../lease/keep-lease.ts'
import type { RenewablePool } from '../lease/renewable-pool.ts'
import { describeError } from '../log/describe-error.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Wake } from '../wake/keep-listening.ts'

export interface ClosableParts {
  /** What is done by the clock. */
  timers: (() => void)[]
  wake: Wake
  metrics: Metrics
  lease: Lease
  member: Membership
  pool: RenewablePool
}

/** Closes everything in the order in which one thing needs the other, and says good-bye with `reason`. */
export async function closeDaemon(host: Host, parts: ClosableParts, reason: string): Promise<void> {
  const { timers, wake, metrics, lease, member, pool } = parts
  const { log } = host
  for (const stop of timers) stop()
  await wake.close().catch((error: unknown) => log.warn({ error: describeError(error) }, 'the listener did not close'))
  await metrics.close()
  await host.changes.close()
  // Beats go on until here: nobody may call these runs lost while somebody cares for them.
  await lease.close()
  await member.leave(reason)
  await pool.close()
  host.state.close()
}
