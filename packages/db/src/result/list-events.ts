import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunEventRow } from '../rows.ts'
import { runEvent } from '../schema/index.ts'

const page = 500

/** Events of a run after sequence number `after`, in order, up to 500. */
export async function listEvents(db: Db, request: { runId: string; after?: number }): Promise<RunEventRow[]> {
  return db
    .select()
    .from(runEvent)
    .where(and(eq(runEvent.runId, request.runId), gt(runEvent.seq, request.after ?? 0)))
    .orderBy(asc(runEvent.seq))
    .limit(page)
}
