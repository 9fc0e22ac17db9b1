import { type SQL, sql } from 'drizzle-orm'

/**
 * Three CTEs, `promoted` the last: deletes the workspace keys held by `holders` (rows of run_id, epoch), and promotes
 * the first waiter of each. A run that is being parked at this very moment is missed; `sweepParked` repairs that.
 * `written` names the CTE that updates runs in the same statement: a row updated twice by one would keep either.
 * Index: run_parked (workspace_key, sort_key) where dispatch = 'parked'.
 */
export function freeKeys(holders: SQL, written: string): SQL {
  return sql`
    freed as (
      delete from key_lock using (${holders}) as holder
      where key_lock.run_id = holder.run_id and key_lock.epoch = holder.epoch
      returning key_lock.key
    ),
    waiter as materialized (
      select first.id from freed cross join lateral (
        select id from run where dispatch = 'parked' and workspace_key = freed.key
          and id not in (select id from ${sql.identifier(written)})
        order by sort_key limit 1 for update skip locked
      ) as first
    ),
    ${promote}`
}

/**
 * By an array, and with no word of `dispatch`: a plan made while few were parked would join through run_parked, and
 * walk all of 10,000 waiters (120 ms a finish instead of 1). The rows are locked, nobody else can have moved them.
 */
export const promote = sql`
    promoted as (
      update run set dispatch = 'ready' where id = any(array(select id from waiter)) returning id
    )`
