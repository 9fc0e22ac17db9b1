import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** It is carried out, or nothing is left to carry out. */
export async function clearRemoval(db: Db, removalId: number): Promise<void> {
  await db.execute(sql`delete from removal where id = ${removalId}`)
}
