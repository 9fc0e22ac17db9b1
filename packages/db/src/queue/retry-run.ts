import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface RetryRequest {
  runId: string
  /** Of the new run. */
  name: string
  maxQueueAgeMs: number
  createdBy: string | null
}

export type Retried =
  | { kind: 'created'; run: RunRow }
  /** Live: cancel it first. Superseded: `run` is the one that replaced it. */
  | { kind: 'live' | 'superseded' | 'name-taken'; run: RunRow }

/** A new run with the frozen launch request of an ended one, which is superseded in the same transaction. It waits until what is left of the old process tree is gone. Null: no such run. */
export async function retryRun(db: Db, request: RetryRequest): Promise<Retried | null> {
  void db
  void request
  throw new Error('not built yet')
}
