import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Tells the daemons of a name to read their orders now, and the pages that show them. */
export async function wakeRunners(db: Db, name: string): Promise<void> {
  await db.execute(sql`select pg_notify('paddock_wake', 'runner ' || ${name}::text)`)
  await db.execute(sql`
    select pg_notify('paddock_change', json_build_array(json_build_array(null, 'runner', id))::text)
    from runner where name = ${name} and status <> 'gone'`)
}
