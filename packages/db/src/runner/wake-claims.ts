import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Has every daemon look for work now: something that kept runs waiting has changed. */
export async function wakeClaims(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify('paddock_wake', 'run *')`)
}
