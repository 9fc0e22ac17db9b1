import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { RunnerOrderRow, RunnerRow } from '../rows.ts'

export type RunnerState = 'ready' | 'busy' | 'draining' | 'paused' | 'quarantined' | 'late' | 'lost' | 'gone'

export interface FleetRunner {
  runner: RunnerRow
  state: RunnerState
  order: RunnerOrderRow | null
  /** Hundredths in use, of all teams. */
  usedWeight: number
  heldRuns: number
  /** Those of the own team. */
  runs: { runId: string; name: string; status: string; lostAt: Date | null }[]
}

/** The newest boot of each host, living or gone within the last day; by name. */
export async function listRunners(
  db: Db,
  limits: Pick<QueueLimits, 'leaseMs' | 'claimNeedsBeatWithinMs'>,
): Promise<FleetRunner[]> {
  void db
  void limits
  throw new Error('not built yet')
}
