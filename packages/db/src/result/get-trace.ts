import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'
import { trace } from '../schema/index.ts'

/** A trace by id. */
export async function getTrace(db: Db, traceId: string): Promise<TraceRow | null> {
  const [row] = await db.select().from(trace).where(eq(trace.id, traceId))
  return row ?? null
}
