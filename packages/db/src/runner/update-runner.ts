import type { Db } from '../db.ts'
import type { RunnerRow } from '../rows.ts'
import type { Offer } from './register-runner.ts'

export interface RunnerChange {
  labels?: readonly string[]
  capacity?: number | null
  offers?: Offer[]
  status?: 'ready' | 'draining' | 'quarantined'
  statusReason?: string | null
  configError?: string | null
}

/** What a daemon says of itself after it re-read its configuration. Null: it is gone. */
export async function updateRunner(db: Db, runnerId: string, change: RunnerChange): Promise<RunnerRow | null> {
  void db
  void runnerId
  void change
  throw new Error('not built yet')
}
