import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { trial } from '../schema/index.ts'

export interface PaidTrial {
  name: string
  startedAt: Date | null
  supersededAt: Date | null
  /** Null is left out: nobody knows. */
  costUsd: number | null
}

/** Trials with a known cost of the epochs of a run before `epoch`. Index: trial_name. */
export async function listPaidBefore(db: Db, { runId, epoch }: { runId: string; epoch: number }): Promise<PaidTrial[]> {
  const { name, startedAt, supersededAt, costUsd } = trial
  return db
    .select({ name, startedAt, supersededAt, costUsd })
    .from(trial)
    .where(and(eq(trial.runId, runId), lt(trial.epoch, epoch), isNotNull(costUsd)))
}
