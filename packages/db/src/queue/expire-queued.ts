import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

const batch = 1_000

/**
 * Ends queued runs past their `expiresAt` as `orphaned: never started`, up to 1,000 a call; returns them. The claim
 * passes over such runs by itself, so that a restart after days starts nothing unattended.
 * Index: run_expiry (expires_at) where status = 'queued'.
 */
export async function expireQueued(db: Db): Promise<{ teamId: string; runId: string }[]> {
  const rows = await db.execute<{ teamId: string; runId: string }>(sql`
    with due as materialized (
      select id from run where status = 'queued' and expires_at <= clock_timestamp()
      order by expires_at limit ${batch} for update skip locked
    ),
    expired as (
      update run set status = 'orphaned', dispatch = null, finished_at = clock_timestamp(), epoch = epoch + 1,
        error_code = 'NEVER_STARTED',
        error_message = case when resume is null then 'No runner took it before it expired; retry it to run it after all.'
          else 'The host of its results did not take it before it expired; resume it once more, or retry it.' end,
        event_seq = event_seq + 1
      from due where run.id = due.id and run.status = 'queued' and run.expires_at <= clock_timestamp()
      returning run.*
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch)
      select id, event_seq, team_id, 'expired', epoch from expired
    )
    select team_id as "teamId", id as "runId" from expired`)
  return [...rows]
}
