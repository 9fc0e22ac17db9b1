import type { QueueLimits } from '@paddock/domain'
import type { RunnerOrderRow, RunnerRow } from '../rows.ts'

/**
 * `drained`: it claims no more and holds nothing. `late`: it gets no claim until it beats again. `lost`: gone with runs
 * that nobody took over. `gone`: it went, and left nothing behind.
 */
export type RunnerState =
  | 'ready'
  | 'busy'
  | 'draining'
  | 'drained'
  | 'paused'
  | 'quarantined'
  | 'late'
  | 'lost'
  | 'gone'

export interface RunnerFacts {
  runner: Pick<RunnerRow, 'status' | 'statusReason'>
  order: Pick<RunnerOrderRow, 'kind'> | null
  /** Since its last beat, by the database's clock. */
  silentMs: number
  heldRuns: number
}

/** The one word that the fleet page and `paddock runners` show. */
export function runnerState(
  facts: RunnerFacts,
  limits: Pick<QueueLimits, 'leaseMs' | 'claimNeedsBeatWithinMs'>,
): RunnerState {
  const { status, statusReason } = facts.runner
  if (status === 'gone') return facts.heldRuns > 0 || statusReason === 'contact lost' ? 'lost' : 'gone'
  if (facts.silentMs > limits.leaseMs) return 'lost'
  if (facts.silentMs > limits.claimNeedsBeatWithinMs) return 'late'
  if (status === 'quarantined') return 'quarantined'
  // Said by the runner itself: no claim is under way there.
  if (status === 'draining' && facts.order?.kind === 'drain' && facts.heldRuns === 0) return 'drained'
  if (status === 'draining' || facts.order?.kind === 'drain') return 'draining'
  if (facts.order?.kind === 'pause') return 'paused'
  return facts.heldRuns > 0 ? 'busy' : 'ready'
}
