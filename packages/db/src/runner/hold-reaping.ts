import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Holds all reaping for one lease: to be called when the database answers again after an outage. */
export async function holdReaping(db: Db, request: { limits: Pick<QueueLimits, 'leaseMs'> }): Promise<void> {
  await db.execute(sql`
    update installation set reap_not_before =
      greatest(reap_not_before, clock_timestamp() + ${request.limits.leaseMs}::float8 * interval '1 ms')`)
}
