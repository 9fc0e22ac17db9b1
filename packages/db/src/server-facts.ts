import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

export interface ServerFacts {
  /** The server's own number: 180004 is 18.4, 150000 is 15.0. */
  version: number
  /** Its clock, which alone judges ages. */
  now: Date
}

/** What `doctor` wants to know of the server. */
export async function serverFacts(db: Db): Promise<ServerFacts> {
  const [row] = await db.execute<{ version: number; nowMs: number }>(sql`
    select current_setting('server_version_num')::integer as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`)
  if (!row) throw new Error('the server told nothing of itself')
  return { version: row.version, now: new Date(row.nowMs) }
}
