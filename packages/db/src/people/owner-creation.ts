import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export const ownerTokenIdentifier = 'paddock:first-owner'

/** Of several programs that create the first owner at once, one does; the others see that owner. */
export async function lockOwnerCreation(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('paddock:first-owner'))`)
}
