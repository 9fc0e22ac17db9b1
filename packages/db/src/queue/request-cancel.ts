import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { notifyRunChanged } from '../notify/changed.ts'
import { storableText } from '../storable.ts'
import { isHeld } from './held.ts'

export interface CancelRequest {
  runId: string
  reason: string | null
  /** A user id, or null for the system. */
  by: string | null
}

/**
 * Cancels: a queued run at once, a held one by asking its runner (again: it is woken again, the first reason stands).
 * One conditional UPDATE, so a claim or a release at that moment comes before or after it. Null: no such run.
 */
export async function requestCancel(
  db: Db,
  request: CancelRequest,
): Promise<'cancelled' | 'requested' | 'terminal' | null> {
  const reason = request.reason === null ? null : storableText(request.reason)
  const [row] = await db.execute<{ status: string }>(sql`
    with asked as (
      update run set
        cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
        cancel_reason = case when cancel_requested_at is null then ${reason} else cancel_reason end,
        status = case when status = 'queued' then 'cancelled' else status end,
        dispatch = null,
        finished_at = case when status = 'queued' then clock_timestamp() end,
        error_code = case when status = 'queued' then 'CANCELLED' end,
        error_message = case when status = 'queued' then ${reason}::text end,
        event_seq = event_seq + 1
      where id = ${request.runId} and (status = 'queued' or ${isHeld})
      returning *
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, case when status = 'cancelled' then 'cancelled' else 'cancel-requested' end, epoch,
        ${request.by}, jsonb_strip_nulls(jsonb_build_object('reason', ${reason}::text))
      from asked
    )
    select status, pg_notify('paddock_wake', 'cancel ' || id), ${notifyRunChanged()} from asked`)
  if (row !== undefined) return row.status === 'cancelled' ? 'cancelled' : 'requested'
  const [known] = await db.execute(sql`select from run where id = ${request.runId}`)
  return known === undefined ? null : 'terminal'
}
