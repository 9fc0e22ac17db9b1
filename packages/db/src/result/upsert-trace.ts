import type { TraceFormat } from '@paddock/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { randomId } from '../random-id.ts'
import type { TraceRow } from '../rows.ts'
import { trace, trial } from '../schema/index.ts'
import { storableText } from '../storable.ts'
import { lockRun } from './lock-run.ts'

export interface TraceState {
  runId: string
  /** Of the run: a fenced daemon writes nothing. */
  epoch: number
  trialId: string
  /** Path relative to the directory of the trial: with it, the identity. */
  source: string
  format: TraceFormat
  /** The lowest of a trial is the one shown. */
  rank: number
  status: 'live' | 'ended' | 'failed'
  error?: string | null
}

/** Creates or updates the row of a trace. Null: fenced, or the trial is not of that run. */
export async function upsertTrace(db: Db, state: TraceState): Promise<TraceRow | null> {
  return db.transaction(async (tx) => {
    const held = await lockRun(tx, state.runId, state.epoch)
    if (held === null) return null
    const [owner] = await tx
      .select({ id: trial.id })
      .from(trial)
      .where(and(eq(trial.id, state.trialId), eq(trial.runId, state.runId)))
    if (owner === undefined) return null
    const facts = {
      format: state.format,
      rank: state.rank,
      status: state.status,
      error: state.error == null ? null : storableText(state.error),
    }
    const [row] = await tx
      .insert(trace)
      .values({
        id: randomId('trace'),
        teamId: held.teamId,
        trialId: state.trialId,
        source: storableText(state.source),
        ...facts,
      })
      .onConflictDoUpdate({
        target: [trace.trialId, trace.source],
        set: { ...facts, updatedAt: sql`clock_timestamp()` },
      })
      .returning()
    return row ?? null
  })
}
