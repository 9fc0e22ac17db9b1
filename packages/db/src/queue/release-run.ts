import { maxErrorMessageChars } from '@paddock/domain'
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
  /** A start that failed counts; absent: it was not tried. */
  cause?: 'spawn-failed' | undefined
}

/** Failed starts of a run after which it is taken to be at fault, where more than one host failed: one alone may be ill. */
const failedStartsToEnd = 5

/**
 * Gives back a claimed run that was never spawned: queued again at no cost, or `cancelled` where that was asked for
 * meanwhile, or `failed: SPAWN_FAILED` at its fifth failed start, on a second host at least, since it last ran or was
 * resumed. One conditional UPDATE: a cancel that comes between is seen or sees the queued run. Null: fenced.
 */
export async function releaseRun(db: Db, release: Release): Promise<RunRow | null> {
  const cause = release.cause ?? null
  const rows = await db.execute(sql`
    with starts as materialized (
      select ${cause}::text is not null and count(*) + 1 >= ${failedStartsToEnd}
        and count(*) filter (where data ->> 'host' <> (select host_id from run where id = ${release.runId})) > 0 as spent
      from run_event
      where run_id = ${release.runId} and kind = 'released' and data ->> 'cause' = ${cause}
        and seq > coalesce((
          select max(seq) from run_event where run_id = ${release.runId} and kind in ('started', 'resumed')), 0)
    ),
    released as (
      update run set
        status = case when cancel_requested_at is not null then 'cancelled' when spent then 'failed' else 'queued' end,
        dispatch = case when cancel_requested_at is null and not spent then 'ready' end,
        finished_at = case when cancel_requested_at is not null or spent then clock_timestamp() end,
        error_code = case when cancel_requested_at is not null then 'CANCELLED' when spent then 'SPAWN_FAILED' end,
        error_message = case when cancel_requested_at is not null then cancel_reason
          when spent then ${failedMessage(release.reason)} end,
        runner_id = null, claimed_at = null, lost_at = null, tree_gone_at = clock_timestamp(),
        event_seq = event_seq + 1
      from starts
      where id = ${release.runId} and epoch = ${release.epoch} and status = 'starting'
      returning run.*
    ),
    ${freeKeys(sql`select id as run_id, epoch from released`, 'released')},
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, data)
      select id, event_seq, team_id, case when status = 'queued' then 'released' else status end, epoch,
        jsonb_strip_nulls(jsonb_build_object('reason', ${storableText(release.reason)}::text, 'cause', ${cause}::text,
          'host', case when ${cause}::text is not null then host_id end))
      from released
    )
    select * from released`)
  return firstRow(run, rows)
}

function failedMessage(reason: string): string {
  const what = `It could not be started ${failedStartsToEnd} times, at last because: ${reason}.`
  const fix = 'Change what was launched, or have the runner put right, then retry it.'
  return storableText(`${what} ${fix}`).slice(0, maxErrorMessageChars)
}
