import type { CostSource, Termination, Verdict } from '@paddock/domain'
import type { Db } from '../db.ts'

/** One trial as the statistics need it. */
export interface CompareRow {
  trialId: string
  armName: string
  runId: string
  runSeq: number
  task: string
  taskDigest: string | null
  attempt: number
  verdict: Verdict
  termination: Termination
  reward: number | null
  costUsd: number | null
  costSource: CostSource
  inputTokens: number | null
  cachedInputTokens: number | null
  outputTokens: number | null
  durationMs: number | null
  startedAt: Date | null
  finishedAt: Date | null
  supersededAt: Date | null
}

/** Every trial of an experiment as the statistics need it, by arm, task, run and attempt. */
export async function compareRows(db: Db, experimentId: string): Promise<CompareRow[]> {
  void db
  void experimentId
  throw new Error('not built yet')
}
