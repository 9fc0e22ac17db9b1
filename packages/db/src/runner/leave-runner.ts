import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/**
 * A daemon says good-bye: `gone`. Runs that it still holds wait for adoption by its host, for one lease after this
 * last sign of life. Nothing happens to one that is gone already.
 */
export async function leaveRunner(db: Db, runnerId: string, reason: string): Promise<void> {
  await db.execute(sql`
    with left_behind as (
      update runner set status = 'gone', gone_at = clock_timestamp(), beat_at = clock_timestamp(), status_reason = ${reason}
      where id = ${runnerId} and status <> 'gone' returning id
    )
    select pg_notify('paddock_change', json_build_array(json_build_array(null, 'runner', id))::text) from left_behind`)
}
