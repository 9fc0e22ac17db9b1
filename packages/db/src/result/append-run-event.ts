import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { storableJson } from '../storable.ts'

export interface NewRunEvent {
  runId: string
  epoch: number
  kind: string
  /** A user id, a runner id, or null for the system. */
  by: string | null
  data?: Record<string, unknown>
}

/** An event of a run; its sequence number, taken under the row lock of the run. Null: fenced. */
export async function appendRunEvent(db: Db, event: NewRunEvent): Promise<number | null> {
  const [row] = await db.execute<{ seq: number }>(sql`
    with numbered as (
      update run set event_seq = event_seq + 1 where id = ${event.runId} and epoch = ${event.epoch}
      returning id, team_id, event_seq, epoch
    )
    insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
    select id, event_seq, team_id, ${event.kind}, epoch, ${event.by}, ${JSON.stringify(storableJson(event.data ?? {}))}::jsonb
    from numbered
    returning seq`)
  return row?.seq ?? null
}
