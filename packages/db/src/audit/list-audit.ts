import type { Db } from '../db.ts'
import type { AuditRow } from '../rows.ts'

/** The audit log of the team, newest first. */
export async function listAudit(
  db: Db,
  query: { limit: number; cursor?: number | null },
): Promise<{ entries: AuditRow[]; nextCursor: number | null }> {
  void db
  void query
  throw new Error('not built yet')
}
