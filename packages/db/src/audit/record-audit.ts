import type { Db } from '../db.ts'
import { auditLog } from '../schema/index.ts'
import { storableJson } from '../storable.ts'

export interface AuditEntry {
  /** Null: of no team, such as a sign-in. */
  teamId: string | null
  by: string
  /** Address of the request, or the program. */
  origin: string | null
  action: string
  object: string
  before?: unknown
  after?: unknown
}

/** Appends to the audit log, which the web may not change. In the transaction of what it records. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  const { before, after, ...facts } = entry
  await db
    .insert(auditLog)
    .values({ ...facts, before: storableJson(before ?? null), after: storableJson(after ?? null) })
}
