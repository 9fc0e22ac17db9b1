import type { CostSource, Termination, Verdict } from '@paddock/domain'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { run, trial } from '../schema/index.ts'

/** One trial as the statistics need it. */
export interface CompareRow {
  trialId: string
  name: string
  armName: string
  runId: string
  runSeq: number
  task: string
  taskDigest: string | null
  agent: string | null
  model: string | null
  attempt: number
  verdict: Verdict
  termination: Termination
  /** Ended and not missing. */
  decided: boolean
  errorType: string | null
  reward: number | null
  costUsd: number | null
  costSource: CostSource
  inputTokens: number | null
  cachedInputTokens: number | null
  outputTokens: number | null
  durationMs: number | null
  startedAt: Date | null
  finishedAt: Date | null
  /** A later attempt of its run replaced it. */
  superseded: boolean
}

/** Every trial of an experiment as the statistics need it, by arm, run (oldest first), task and attempt. Indexes: run_by_arm, trial_by_task. */
export async function compareRows(db: Db, experimentId: string): Promise<CompareRow[]> {
  return db
    .select({
      trialId: trial.id,
      name: trial.name,
      armName: sql<string>`${run.armName}`,
      runId: trial.runId,
      runSeq: run.seq,
      task: trial.task,
      taskDigest: trial.taskDigest,
      agent: trial.agent,
      model: trial.model,
      attempt: trial.attempt,
      verdict: trial.verdict,
      termination: trial.termination,
      decided: trial.decided,
      errorType: trial.errorType,
      reward: trial.reward,
      costUsd: trial.costUsd,
      costSource: trial.costSource,
      inputTokens: trial.inputTokens,
      cachedInputTokens: trial.cachedInputTokens,
      outputTokens: trial.outputTokens,
      durationMs: trial.durationMs,
      startedAt: trial.startedAt,
      finishedAt: trial.finishedAt,
      superseded: sql<boolean>`${trial.supersededAt} is not null`,
    })
    .from(run)
    .innerJoin(trial, eq(trial.runId, run.id))
    .where(eq(run.experimentId, experimentId))
    .orderBy(asc(run.armName), asc(run.seq), asc(trial.task), asc(trial.attempt), asc(trial.name))
}
