import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { wakeClaims } from '../runner/wake-claims.ts'

/** A notification holds 8,000 bytes. */
const toldAtOnce = 100

/**
 * After a change of a limit: daemons look for work, and pages of runs that wait say why anew, those of one team or of
 * all. Index: run_by_status.
 */
export async function tellWaiting(db: Db, teamId: string | null): Promise<void> {
  await wakeClaims(db)
  await db.execute(sql`
    select pg_notify('paddock_change', json_agg(json_build_array(team_id, 'run', id))::text)
    from (
      select team_id, id from run where status = 'queued' and (${teamId}::text is null or team_id = ${teamId})
      order by seq limit ${toldAtOnce}
    ) as waiting
    having count(*) > 0`)
}
