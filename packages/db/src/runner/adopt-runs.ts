import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { fromRow } from '../from-row.ts'
import { isHeld } from '../queue/held.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'

export interface Adoption {
  runnerId: string
  hostId: string
  held: readonly { runId: string; epoch: number }[]
}

/**
 * Takes over runs that this host held under an earlier boot, lost ones too; returns those adopted, with the epoch
 * they had. One that is missing in the answer is fenced: kill its tree. None where the daemon itself is gone.
 */
export async function adoptRuns(db: Db, adoption: Adoption): Promise<RunRow[]> {
  const held = JSON.stringify(adoption.held)
  const rows = await db.execute(sql`
    with me as materialized (
      select id from runner where id = ${adoption.runnerId} and host_id = ${adoption.hostId} and status <> 'gone'
      for key share
    ),
    adopted as (
      update run set runner_id = me.id, lost_at = null, event_seq = event_seq + 1
      from me, jsonb_to_recordset(${held}::jsonb) as mine ("runId" text, epoch integer)
      where run.id = mine."runId" and run.epoch = mine.epoch and run.host_id = ${adoption.hostId} and ${isHeld}
      returning run.*
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by)
      select id, event_seq, team_id, 'adopted', epoch, runner_id from adopted
    )
    select * from adopted`)
  return rows.map((row) => fromRow(run, row))
}
