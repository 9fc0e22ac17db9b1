import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Runs `body` in one transaction that sees only the rows of `teamId`. It takes on the role `paddock_web` itself, so
 * that row-level security binds whatever the connection's own role is (a table owner or superuser would see all).
 * Returns what `body` returns; throws what it throws, after a rollback.
 */
export async function inTeam<T>(db: Db, teamId: string, body: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('role', 'paddock_web', true), set_config('app.team_id', ${teamId}, true)`)
    return body(tx)
  })
}
