import type { RunRow } from '@paddock/db'
import type { RunEnd } from './run-end.ts'

/** A run that this daemon holds, from the claim until its end is accepted. */
export interface LiveRun extends RunEnd {
  readonly runId: string
  readonly epoch: number
  readonly name: string
  readonly teamId: string
  readonly benchmark: string
  /** Hundredths. */
  readonly weight: number
  /** It may be run again from its beginning: it is killed before the lease ends, others outlive an outage. */
  readonly isRequeueable: boolean
  readonly claimedAtMs: number
  /** When all that it had left until then was last known to be stored; by the daemon's monotonic clock. */
  storedAtMs: number
  stage: 'claimed' | 'running' | 'ending' | 'storing' | 'finishing'
  /** Resolves when there is nothing left to do here, whatever came of it; never rejects. */
  readonly done: Promise<void>
}

export function isRequeueable(run: Pick<RunRow, 'onLost'>): boolean {
  return run.onLost === 'requeue'
}
