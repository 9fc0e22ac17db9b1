import type { RunErrorCode } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface Outcome {
  status: 'succeeded' | 'failed' | 'cancelled'
  exitCode?: number | null
  exitSignal?: string | null
  errorCode?: RunErrorCode | null
  /** Redacted already; cut to `maxErrorMessageChars` here. */
  errorMessage?: string | null
}

export interface Finish {
  runId: string
  epoch: number
  outcome: Outcome
  /** Its process tree is proved dead: the workspace key is free. */
  treeGone: boolean
}

/** The terminal state of a held run. A failure after a cancel request is `cancelled`, a success stays one. Null: fenced, or terminal already. */
export async function finishRun(db: Db, finish: Finish): Promise<RunRow | null> {
  void db
  void finish
  throw new Error('not built yet')
}
