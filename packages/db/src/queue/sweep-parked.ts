import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { promote } from './free-keys.ts'

/**
 * Promotes the first waiter of each workspace key that nobody holds: repairs a release that missed a run which was
 * being parked at that moment. Returns how many. Indexes: run_parked and run_ready_by_key, both (workspace_key, sort_key).
 */
export async function sweepParked(db: Db): Promise<number> {
  // One index descent a key, not one row a waiter: the distinct keys are walked in index order.
  const rows = await db.execute(sql`
    with recursive waiting (key) as (
      (select workspace_key from run where dispatch = 'parked' order by workspace_key limit 1)
      union all
      select (select workspace_key from run where dispatch = 'parked' and workspace_key > waiting.key
        order by workspace_key limit 1)
      from waiting where waiting.key is not null
    ),
    waiter as materialized (
      select first.id from waiting cross join lateral (
        select id from run where dispatch = 'parked' and workspace_key = waiting.key
        order by sort_key limit 1 for update skip locked
      ) as first
      where waiting.key is not null and not exists (select from key_lock where key = waiting.key)
        and not exists (select from run where workspace_key = waiting.key and dispatch = 'ready')
    ),
    ${promote}
    select id from promoted`)
  return rows.length
}
