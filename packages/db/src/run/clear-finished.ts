import { terminalRunStatuses } from '@paddock/domain'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { run } from '../schema/index.ts'

/** Hides ended runs from lists: those of `runIds`, or all of the team. Returns how many. */
export async function clearFinished(db: Db, request: { teamId: string; runIds?: readonly string[] }): Promise<number> {
  const hidden = await db
    .update(run)
    .set({ hidden: true })
    .where(
      and(
        eq(run.teamId, request.teamId),
        inArray(run.status, [...terminalRunStatuses]),
        eq(run.hidden, false),
        request.runIds === undefined ? undefined : inArray(run.id, [...request.runIds]),
      ),
    )
    .returning({ id: run.id })
  return hidden.length
}
