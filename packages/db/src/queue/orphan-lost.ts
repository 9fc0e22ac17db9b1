import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from './held.ts'

/**
 * Ends runs lost for longer than the grace as `orphaned` (next epoch); returns them. Their workspace keys stay held:
 * nobody has proved their processes dead. Index: run_lost (lost_at).
 */
export async function orphanLost(
  db: Db,
  request: { limits: Pick<QueueLimits, 'lostGraceMs'> },
): Promise<{ teamId: string; runId: string }[]> {
  const rows = await db.execute<{ teamId: string; runId: string }>(sql`
    with ended as (
      update run set status = 'orphaned', finished_at = clock_timestamp(), epoch = epoch + 1, phase = null,
        error_code = 'CONTACT_LOST', error_message = 'Its runner went away and did not come back in time.',
        event_seq = event_seq + 1
      where lost_at < clock_timestamp() - ${request.limits.lostGraceMs}::float8 * interval '1 ms' and ${isHeld}
      returning *
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, data)
      select id, event_seq, team_id, 'orphaned', epoch, jsonb_build_object('lostAt', lost_at) from ended
    )
    select team_id as "teamId", id as "runId" from ended`)
  return [...rows]
}
