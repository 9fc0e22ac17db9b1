import { asc, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'
import { trace } from '../schema/index.ts'

/** Traces of a trial, the richest first. */
export async function getTraces(db: Db, trialId: string): Promise<TraceRow[]> {
  return db.select().from(trace).where(eq(trace.trialId, trialId)).orderBy(asc(trace.rank), asc(trace.source))
}
