import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'

/** Traces of a trial, the richest first. */
export async function getTraces(db: Db, trialId: string): Promise<TraceRow[]> {
  void db
  void trialId
  throw new Error('not built yet')
}
