import { hostLabel, isResumable, type RunResume } from '@paddock/domain'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import { notifyRunChanged } from '../notify/changed.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { ensureLane } from './ensure-lane.ts'
import { ownRequirements } from './own-requirements.ts'
import { runnerOf } from './runner-of.ts'

export interface ResumeRequest {
  runId: string
  /** Ended trials with these error types are run again; null: the benchmark's own choice. */
  errorTypes: readonly string[] | null
  maxQueueAgeMs: number
  /** A user id. */
  by: string | null
}

export type Resumed =
  | { kind: 'resumed'; run: RunRow }
  /** Live: there is nothing to resume. Imported: it was never ours to run. Never started: it left nothing to go on with. */
  | { kind: 'live' | 'imported' | 'never-started'; run: RunRow }
  /** Retried already: `run` is the one that replaced it. */
  | { kind: 'superseded'; run: RunRow }
  /** Nobody has proved that its last processes are gone: two would write into one directory. */
  | { kind: 'processes-left'; run: RunRow; hostId: string; runnerName: string | null }

/**
 * Queues an ended run again, the same one, for the host that its results stand on; its trials, output, counters and
 * launch stay. Nothing of the attempt before can write meanwhile: a queued run takes no results, and the claim raises
 * the epoch. Under its row lock: of two who resume, or of one who retries, one is first. Null: no such run.
 */
export async function resumeRun(db: Db, request: ResumeRequest): Promise<Resumed | null> {
  return db.transaction(async (tx) => {
    const [old] = await tx.select().from(run).where(eq(run.id, request.runId)).for('no key update')
    if (old === undefined) return null
    if (!isResumable(old.status)) return { kind: 'live', run: old }
    if (old.supersededBy !== null) {
      const [replacement] = await tx.select().from(run).where(eq(run.id, old.supersededBy))
      return { kind: 'superseded', run: replacement ?? old }
    }
    if (old.origin === 'imported') return { kind: 'imported', run: old }
    if (old.hostId === null || old.directory === null) return { kind: 'never-started', run: old }
    if (old.treeGoneAt === null) {
      return { kind: 'processes-left', run: old, hostId: old.hostId, runnerName: await runnerOf(tx, old.hostId) }
    }
    const errorTypes = request.errorTypes === null ? null : [...new Set(request.errorTypes)]
    const resume: RunResume = { errorTypes, hostId: old.hostId }
    const requires = [...(await ownRequirements(tx, old)), hostLabel(old.hostId)]
    const laneId = await ensureLane(tx, old.teamId, requires)
    const queued = await queueAgain(tx, request, resume, laneId)
    if (queued === null) throw new Error(`run ${old.id} could not be queued again, though its row is locked`)
    return { kind: 'resumed', run: queued }
  })
}

async function queueAgain(tx: Db, request: ResumeRequest, resume: RunResume, laneId: number): Promise<RunRow | null> {
  const told = resume.errorTypes === null ? {} : { errorTypes: resume.errorTypes }
  const rows = await tx.execute(sql`
    with resumed as (
      update run set status = 'queued', dispatch = 'ready', lane_id = ${laneId},
        resume = ${JSON.stringify(resume)}::jsonb, queued_at = clock_timestamp(),
        expires_at = clock_timestamp() + ${request.maxQueueAgeMs}::float8 * interval '1 ms',
        claimed_at = null, started_at = null, finished_at = null, exit_code = null, exit_signal = null,
        error_code = null, error_message = null, cancel_requested_at = null, cancel_reason = null, lost_at = null,
        phase = null, runner_id = null, infra_attempts = 0, hidden = false, event_seq = event_seq + 1
      where id = ${request.runId}
      returning *
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, 'resumed', epoch, ${request.by}, ${JSON.stringify(told)}::jsonb from resumed
    )
    select resumed.*, pg_notify('paddock_wake', 'run ' || id), ${notifyRunChanged()} from resumed`)
  return firstRow(run, rows)
}
