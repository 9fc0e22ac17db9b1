import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { storableJson } from '../storable.ts'

export interface Start {
  runId: string
  epoch: number
  command: { argv: string[]; cwd: string; envNames: string[] }
  /** Where its results stand on its host. */
  directory: string | null
  pid: number
}

/**
 * `starting` → `running`, once its process lives. A cancel may have been asked for meanwhile: look at
 * `cancelRequestedAt` of what it returns. Null: fenced, kill the process.
 */
export async function startRun(db: Db, start: Start): Promise<RunRow | null> {
  const rows = await db.execute(sql`
    with started as (
      update run set status = 'running', started_at = clock_timestamp(),
        command = ${JSON.stringify(storableJson(start.command))}::jsonb, directory = ${start.directory},
        event_seq = event_seq + 1
      where id = ${start.runId} and epoch = ${start.epoch} and status = 'starting'
      returning *
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, 'started', epoch, runner_id, jsonb_build_object('pid', ${start.pid}::integer)
      from started
    )
    select * from started`)
  return firstRow(run, rows)
}
