import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from './held.ts'

export interface LeftBehind {
  /** Only this host can prove that the processes are gone. */
  hostId: string
  /** The runner that was on it last; null: none that is still known. */
  runner: string | null
  /** It keeps a workspace closed; else only a retry or a resume of it waits. */
  hasWorkspace: boolean
}

/**
 * What an attempt that is over may have left: processes that nobody has proved dead, and the workspaces that they may
 * write to. Also of a run whose row is deleted. Null: nothing. Index: key_lock_run.
 */
export async function leftBehind(db: Db, runId: string): Promise<LeftBehind | null> {
  const [row] = await db.execute<LeftBehind & Record<string, unknown>>(sql`
    select host_id as "hostId", has_workspace as "hasWorkspace",
      (select name from runner where runner.host_id = attempt.host_id order by started_at desc limit 1) as runner
    from (
      select host_id, true as has_workspace from key_lock
      where run_id = ${runId}
        and not exists (select from run where id = key_lock.run_id and epoch = key_lock.epoch and ${isHeld})
      union all
      select host_id, false from run
      where id = ${runId} and tree_gone_at is null and host_id is not null and not ${isHeld}
    ) as attempt
    order by has_workspace desc limit 1`)
  return row ?? null
}
