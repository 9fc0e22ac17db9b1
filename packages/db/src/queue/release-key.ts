import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { freeKeys } from './free-keys.ts'
import { isHeld } from './held.ts'

export interface Released {
  keys: string[]
  /** Runs of the team that waited for them and may start now. */
  waiters: string[]
}

/**
 * An operator vouches that the processes of a run are gone: frees the workspace keys of all its attempts but one that
 * a runner holds at this moment, and lets a retry or a resume of it go. Also for a run whose row is deleted. Null:
 * there was nothing to vouch for.
 */
export async function releaseKey(db: Db, request: { runId: string; by: string }): Promise<Released | null> {
  const [row] = await db.execute<Released & { noted: boolean } & Record<string, unknown>>(sql`
    with leftover as (
      select run_id, epoch from key_lock
      where run_id = ${request.runId}
        and not exists (select from run where id = key_lock.run_id and epoch = key_lock.epoch and ${isHeld})
    ),
    noted as (
      update run set event_seq = event_seq + 1,
        dispatch = case when dispatch = 'parked' then 'ready' else dispatch end,
        tree_gone_at = case when ${isHeld} then tree_gone_at else coalesce(tree_gone_at, clock_timestamp()) end
      where id = ${request.runId} and (exists (select from leftover) or tree_gone_at is null and not ${isHeld})
      returning *
    ),
    ${freeKeys(sql`select run_id, epoch from leftover`, 'noted')},
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, 'key-released', epoch, ${request.by},
        jsonb_build_object('keys', (select coalesce(jsonb_agg(key), '[]') from freed))
      from noted
    ),
    woken as materialized (
      select pg_notify('paddock_wake', 'run ' || id),
        pg_notify('paddock_change', json_build_array(json_build_array(team_id, 'run', id))::text)
      from run where id in (select id from promoted union select id from noted)
    )
    select (select count(*) from woken) as woken, exists (select from noted) as noted,
      (select coalesce(json_agg(key), '[]') from freed) as keys,
      (select coalesce(json_agg(id), '[]') from promoted) as waiters`)
  if (row === undefined || (!row.noted && row.keys.length === 0)) return null
  return { keys: row.keys, waiters: row.waiters }
}
