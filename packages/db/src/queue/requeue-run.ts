import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { storableText } from '../storable.ts'
import { freeKeys } from './free-keys.ts'
import { isHeld } from './held.ts'

export interface Requeue {
  runId: string
  epoch: number
  /** For its event, and for people where it fails. */
  reason: string
}

/**
 * What becomes of a held run whose runner stops, once its tree is dead: an idempotent one is queued again within its
 * infrastructure budget (next epoch, its age in the queue starts anew); any other is `failed: RUNNER_STOPPED`,
 * a cancelled one `cancelled`. Null: fenced.
 */
export async function requeueRun(db: Db, requeue: Requeue): Promise<RunRow | null> {
  const reason = storableText(requeue.reason)
  const again = sql`(cancel_requested_at is null and on_lost = 'requeue' and infra_attempts < infra_budget)`
  const rows = await db.execute(sql`
    with stopped as (
      update run set
        status = case when ${again} then 'queued' when cancel_requested_at is not null then 'cancelled' else 'failed' end,
        dispatch = case when ${again} then 'ready' end,
        finished_at = case when not ${again} then clock_timestamp() end,
        epoch = case when ${again} then epoch + 1 else epoch end,
        infra_attempts = case when ${again} then infra_attempts + 1 else infra_attempts end,
        expires_at = case when ${again} then clock_timestamp() + (expires_at - queued_at) else expires_at end,
        error_code = case when ${again} then null when cancel_requested_at is not null then 'CANCELLED'
          when on_lost = 'requeue' then 'INFRA_BUDGET' else 'RUNNER_STOPPED' end,
        error_message = case when ${again} then null when cancel_requested_at is not null then cancel_reason
          else ${reason} end,
        runner_id = case when ${again} then null else runner_id end,
        lost_at = null, phase = null, tree_gone_at = clock_timestamp(), event_seq = event_seq + 1
      where id = ${requeue.runId} and epoch = ${requeue.epoch} and ${isHeld}
      returning *
    ),
    ${freeKeys(sql`select id as run_id, tree_epoch as epoch from stopped`, 'stopped')},
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, data)
      select id, event_seq, team_id, case when status = 'queued' then 'requeued' else status end, epoch,
        jsonb_build_object('reason', ${reason}::text)
      from stopped
    )
    select * from stopped`)
  return firstRow(run, rows)
}
