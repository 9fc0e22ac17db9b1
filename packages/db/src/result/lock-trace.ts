import { and, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'
import { trace, trial } from '../schema/index.ts'

/** Locks a trace of a run. Null: the run has none of that id. */
export async function lockTrace(tx: Db, runId: string, traceId: string): Promise<TraceRow | null> {
  const [row] = await tx
    .select({ trace })
    .from(trace)
    .innerJoin(trial, eq(trial.id, trace.trialId))
    .where(and(eq(trace.id, traceId), eq(trial.runId, runId)))
    .for('no key update', { of: trace })
  return row?.trace ?? null
}
