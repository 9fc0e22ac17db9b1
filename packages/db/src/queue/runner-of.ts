import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Name of the runner that was on a host last; null: none that is still known. */
export async function runnerOf(db: Db, hostId: string): Promise<string | null> {
  const [row] = await db.execute<{ name: string }>(
    sql`select name from runner where host_id = ${hostId} order by started_at desc limit 1`,
  )
  return row?.name ?? null
}
