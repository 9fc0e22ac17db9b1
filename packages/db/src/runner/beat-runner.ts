import type { Db } from '../db.ts'

export interface Beat {
  status: 'ready' | 'draining' | 'quarantined'
  order: { kind: 'pause' | 'drain'; note: string | null; until: Date | null } | null
  held: { runId: string; epoch: number; cancelRequestedAt: Date | null; cancelReason: string | null }[]
}

/** Renews the lease of a daemon, then reads what it holds. Null: it is gone; fence yourself. */
export async function beatRunner(db: Db, runnerId: string): Promise<Beat | null> {
  void db
  void runnerId
  throw new Error('not built yet')
}
