import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { freeKeys } from './free-keys.ts'
import { isHeld } from './held.ts'

export interface TreeReport {
  runId: string
  /** Of the attempt whose processes are gone. */
  epoch: number
  hostId: string
}

/**
 * Its host proved the process tree of an attempt dead: frees the workspace key of that attempt. A lost run whose
 * attempt it was becomes `orphaned` (next epoch); one that is held and not lost is the caller's to finish (`nothing`).
 */
export async function reportTreeGone(db: Db, report: TreeReport): Promise<'orphaned' | 'released' | 'nothing'> {
  const { runId, epoch, hostId } = report
  const [row] = await db.execute<{ orphaned: boolean; released: boolean }>(sql`
    with target as materialized (
      select id, ${isHeld} as lost from run
      where id = ${runId} and host_id = ${hostId} and tree_epoch = ${epoch} and tree_gone_at is null
        and (lost_at is not null or not ${isHeld})
      for update
    ),
    proved as (
      update run set
        status = case when lost then 'orphaned' else status end,
        finished_at = case when lost then clock_timestamp() else finished_at end,
        epoch = case when lost then epoch + 1 else epoch end,
        error_code = case when lost then 'CONTACT_LOST' else error_code end,
        error_message = case when lost then 'Its processes ended while its runner was away; how is not known.'
          else error_message end,
        -- Queued again, it may have waited for its own earlier attempt.
        dispatch = case when dispatch = 'parked' then 'ready' else dispatch end,
        phase = null, tree_gone_at = clock_timestamp(), event_seq = event_seq + 1
      from target where run.id = target.id
      returning run.*, target.lost
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, data)
      select id, event_seq, team_id, case when lost then 'orphaned' else 'tree-gone' end, epoch,
        jsonb_build_object('treeEpoch', tree_epoch)
      from proved
    ),
    leftover as (
      select run_id, epoch from key_lock
      where run_id = ${runId} and epoch = ${epoch} and host_id = ${hostId} and not exists (
        select from run where id = key_lock.run_id and epoch = key_lock.epoch and ${isHeld} and lost_at is null)
    ),
    ${freeKeys(sql`select run_id, epoch from leftover`, 'proved')}
    select exists (select from proved where lost) as orphaned,
      exists (select from proved) or exists (select from freed) as released`)
  if (row?.orphaned === true) return 'orphaned'
  return row?.released === true ? 'released' : 'nothing'
}
