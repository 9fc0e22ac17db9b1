import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { freeKeys } from './free-keys.ts'
import { isHeld } from './held.ts'

/**
 * An operator vouches that the processes of a run are gone: frees the workspace keys of all its attempts but one that
 * a runner holds at this moment. Returns the keys. Also for a run whose row is deleted.
 */
export async function releaseKey(db: Db, request: { runId: string; by: string }): Promise<string[]> {
  const rows = await db.execute<{ key: string }>(sql`
    with leftover as (
      select run_id, epoch from key_lock
      where run_id = ${request.runId}
        and not exists (select from run where id = key_lock.run_id and epoch = key_lock.epoch and ${isHeld})
    ),
    noted as (
      update run set event_seq = event_seq + 1,
        dispatch = case when dispatch = 'parked' then 'ready' else dispatch end,
        tree_gone_at = case when ${isHeld} then tree_gone_at else coalesce(tree_gone_at, clock_timestamp()) end
      where id = ${request.runId} and exists (select from leftover)
      returning *
    ),
    ${freeKeys(sql`select run_id, epoch from leftover`, 'noted')},
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, 'key-released', epoch, ${request.by},
        jsonb_build_object('keys', (select jsonb_agg(key) from freed))
      from noted
    )
    select key from freed`)
  return rows.map((row) => row.key)
}
