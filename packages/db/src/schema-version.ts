import { sql } from 'drizzle-orm'
import journal from '../drizzle/meta/_journal.json' with { type: 'json' }
import type { Db } from './db.ts'

/** The schema that this code was written for: the number of its migrations. */
export const expectedSchemaVersion: number = journal.entries.length

/** How many migrations were applied; 0 where none ever was. Programs compare it to `expectedSchemaVersion`. */
export async function schemaVersion(db: Db): Promise<number> {
  const [exists] = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('public.__drizzle_migrations') is not null as exists`,
  )
  if (exists?.exists !== true) return 0
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from public.__drizzle_migrations`,
  )
  return row?.count ?? 0
}
