import type { TraceFormat } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'

export interface TraceState {
  runId: string
  /** Of the run: a fenced daemon writes nothing. */
  epoch: number
  trialId: string
  /** Path relative to the directory of the trial: with it, the identity. */
  source: string
  format: TraceFormat
  rank: number
  status: 'live' | 'ended' | 'failed'
  error?: string | null
}

/** Creates or updates the row of a trace. Null: fenced, or the trial is not of that run. */
export async function upsertTrace(db: Db, state: TraceState): Promise<TraceRow | null> {
  void db
  void state
  throw new Error('not built yet')
}
