import { isTerminal } from '@paddock/domain'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { keyLock, run } from '../schema/index.ts'

export type Deleted =
  | { kind: 'deleted'; run: RunRow }
  /** Live: cancel it first. Key held: its processes may still run. */
  | { kind: 'live' | 'key-held'; run: RunRow }

/**
 * Removes an ended run with its trials, traces, output and events; the caller removes directories and blobs, and writes
 * the audit log. Null: no such run.
 */
export async function deleteRun(db: Db, request: { runId: string }): Promise<Deleted | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(run).where(eq(run.id, request.runId)).for('update')
    if (row === undefined) return null
    if (!isTerminal(row.status)) return { kind: 'live', run: row }
    const locks = await tx.select({ key: keyLock.key }).from(keyLock).where(eq(keyLock.runId, row.id)).limit(1)
    if (locks.length > 0) return { kind: 'key-held', run: row }
    await tx.delete(run).where(eq(run.id, row.id))
    await tx.execute(
      sql`select pg_notify('paddock_change', json_build_array(json_build_array(${row.teamId}::text, 'run', ${row.id}::text))::text)`,
    )
    return { kind: 'deleted', run: row }
  })
}
