import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { storableText } from '../storable.ts'
import { freeKeys } from './free-keys.ts'

export interface Release {
  runId: string
  epoch: number
  /** Why it was not started, for its event. */
  reason: string
}

/**
 * Gives back a claimed run that was never spawned: queued again at no cost, or `cancelled` where that was asked for
 * meanwhile. One conditional UPDATE: a cancel that comes between is seen or sees the queued run. Null: fenced.
 */
export async function releaseRun(db: Db, release: Release): Promise<RunRow | null> {
  const rows = await db.execute(sql`
    with released as (
      update run set
        status = case when cancel_requested_at is null then 'queued' else 'cancelled' end,
        dispatch = case when cancel_requested_at is null then 'ready' end,
        finished_at = case when cancel_requested_at is not null then clock_timestamp() end,
        error_code = case when cancel_requested_at is not null then 'CANCELLED' end,
        error_message = cancel_reason,
        runner_id = null, claimed_at = null, lost_at = null, tree_gone_at = clock_timestamp(),
        event_seq = event_seq + 1
      where id = ${release.runId} and epoch = ${release.epoch} and status = 'starting'
      returning *
    ),
    ${freeKeys(sql`select id as run_id, epoch from released`, 'released')},
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, data)
      select id, event_seq, team_id, case when status = 'queued' then 'released' else status end, epoch,
        jsonb_build_object('reason', ${storableText(release.reason)}::text)
      from released
    )
    select * from released`)
  return firstRow(run, rows)
}
