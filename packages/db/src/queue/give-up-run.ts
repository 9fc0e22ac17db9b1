import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import { notifyRunChanged } from '../notify/changed.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { isHeld } from './held.ts'

/** An operator gives up on a lost run: `orphaned`, next epoch; its workspace key stays held. Null: it is not lost. */
export async function giveUpRun(db: Db, request: { runId: string; by: string }): Promise<RunRow | null> {
  const rows = await db.execute(sql`
    with ended as (
      update run set status = 'orphaned', finished_at = clock_timestamp(), epoch = epoch + 1, phase = null,
        error_code = 'GIVEN_UP', error_message = 'An operator gave up on its lost runner.', event_seq = event_seq + 1
      where id = ${request.runId} and lost_at is not null and ${isHeld}
      returning *
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by)
      select id, event_seq, team_id, 'orphaned', epoch, ${request.by} from ended
    )
    select ended.*, ${notifyRunChanged()} from ended`)
  return firstRow(run, rows)
}
