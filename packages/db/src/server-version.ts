import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** The PostgreSQL server's version as its own number: 180004 is 18.4, 150000 is 15.0. */
export async function serverVersion(db: Db): Promise<number> {
  const [row] = await db.execute<{ version: number }>(sql`select current_setting('server_version_num')::int as version`)
  if (!row) throw new Error('the server told no version')
  return row.version
}
