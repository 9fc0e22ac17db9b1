import { desc, lt } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { AuditRow } from '../rows.ts'
import { auditLog } from '../schema/index.ts'

/** The audit log of the team, newest first; a page and where the next begins. `limit`: 1 to 500. */
export async function listAudit(
  db: Db,
  query: { limit: number; cursor?: number | null },
): Promise<{ entries: AuditRow[]; nextCursor: number | null }> {
  const entries = await db
    .select()
    .from(auditLog)
    .where(query.cursor == null ? undefined : lt(auditLog.id, query.cursor))
    .orderBy(desc(auditLog.id))
    .limit(query.limit + 1)
  const last = entries.length > query.limit ? entries[query.limit - 1] : undefined
  return { entries: entries.slice(0, query.limit), nextCursor: last?.id ?? null }
}
