import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Age in seconds of the oldest snapshot that a transaction of this database holds; 0 where none does. What is dead since
 * then cannot be cleaned away, and claims step over it: 1.4 times as slow after 1,900 claims, and growing (bench
 * `claim-backlog`). Looks with the rights of the login: of others' sessions only a superuser or member of pg_monitor
 * sees the age.
 */
export async function heldSnapshotSeconds(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    const [row] = await tx.execute<{ seconds: number }>(sql`
      select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as seconds
      from pg_stat_activity
      where backend_xmin is not null and datname = current_database() and pid <> pg_backend_pid()`)
    return row?.seconds ?? 0
  })
}
