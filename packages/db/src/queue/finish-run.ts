import { maxErrorMessageChars, type RunErrorCode } from '@paddock/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { storableText } from '../storable.ts'
import { freeKeys } from './free-keys.ts'
import { isHeld } from './held.ts'

export interface Outcome {
  status: 'succeeded' | 'failed' | 'cancelled'
  exitCode?: number | null
  exitSignal?: string | null
  errorCode?: RunErrorCode | null
  /** Redacted already; cut to `maxErrorMessageChars` here. */
  errorMessage?: string | null
}

export interface Finish {
  runId: string
  epoch: number
  outcome: Outcome
  /** Its process tree is proved dead: the workspace key is free. */
  treeGone: boolean
}

/**
 * The terminal state of a held run: state, key, first waiter, event. A failure after a cancel request is `cancelled`, a
 * success stays one. Null: fenced, or terminal already; the first terminal write stands.
 */
export async function finishRun(db: Db, finish: Finish): Promise<RunRow | null> {
  // Nearly all runs hold no key, and what would free it costs as much to set up as the rest.
  return (await finishKeyless(db, finish)) ?? (await finishWithKey(db, finish))
}

async function finishKeyless(db: Db, finish: Finish): Promise<RunRow | null> {
  return firstRow(
    run,
    await db.execute(sql`
    with ${finished(finish, sql`(workspace_key is null or not ${finish.treeGone}::boolean)`)}
    select * from finished`),
  )
}

async function finishWithKey(db: Db, finish: Finish): Promise<RunRow | null> {
  return firstRow(
    run,
    await db.execute(sql`
    with ${finished(finish, sql`true`)},
    ${freeKeys(sql`select id as run_id, epoch from finished where ${finish.treeGone}::boolean`, 'finished')}
    select * from finished`),
  )
}

/** Two CTEs, `finished` and its event. */
function finished({ runId, epoch, outcome, treeGone }: Finish, condition: SQL): SQL {
  const message = outcome.errorMessage ? storableText(outcome.errorMessage).slice(0, maxErrorMessageChars) : null
  const status = sql`case when ${outcome.status} = 'failed' and cancel_requested_at is not null
    then 'cancelled' else ${outcome.status} end`
  return sql`
    finished as (
      update run set status = ${status}, finished_at = clock_timestamp(),
        exit_code = ${outcome.exitCode ?? null}, exit_signal = ${outcome.exitSignal ?? null},
        error_code = case when ${outcome.status} <> 'succeeded' and cancel_requested_at is not null
          then 'CANCELLED' else ${outcome.errorCode ?? null} end,
        error_message = case when ${outcome.status} <> 'succeeded' and cancel_requested_at is not null
          then coalesce(cancel_reason, ${message}) else ${message} end,
        tree_gone_at = case when ${treeGone}::boolean then clock_timestamp() end,
        lost_at = null, phase = null, event_seq = event_seq + 1
      where id = ${runId} and epoch = ${epoch} and ${isHeld} and ${condition}
      returning *
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, status, epoch, runner_id,
        jsonb_strip_nulls(jsonb_build_object('exitCode', exit_code, 'exitSignal', exit_signal, 'errorCode', error_code))
      from finished
    )`
}
