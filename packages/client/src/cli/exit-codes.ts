import type { RunStatus } from '@paddock/domain'

/** Scripts depend on these numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  cancelled: 3,
  orphaned: 4,
  notFound: 5,
  notAllowed: 6,
  unreachable: 7,
  timeout: 124,
} as const

/** What `wait` and `launch --wait` exit with for a run's status; a live one means that time ran out. */
export function exitCodeOf(status: RunStatus): number {
  switch (status) {
    case 'succeeded':
      return exitCodes.done
    case 'failed':
      return exitCodes.failed
    case 'cancelled':
      return exitCodes.cancelled
    case 'orphaned':
      return exitCodes.orphaned
    case 'queued':
    case 'starting':
    case 'running':
      return exitCodes.timeout
  }
}
