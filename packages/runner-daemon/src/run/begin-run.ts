import { existsSync } from 'node:fs'
import { type Outcome, type Release, releaseRun, startRun } from '@paddock/db'
import { describeError } from '../log/describe-error.ts'
import { untilAccepted } from '../log/until-accepted.ts'
import type { Adopted } from '../process/adopt-process.ts'
import { endAttempt } from '../process/end-attempt.ts'
import { openRecordsBefore } from '../process/open-records.ts'
import { type Intent, readIntent, readNote, readPidFile } from '../process/run-record.ts'
import { closeRecord } from './close-record.ts'
import { neverBegan } from './decide-outcome.ts'
import { directoryProblem } from './directory-problem.ts'
import type { EndReason } from './end-reason.ts'
import { launchProcess } from './launch-process.ts'
import { prepareResume } from './prepare-resume.ts'
import type { RunContext } from './run-context.ts'
import { watchLeader } from './watch-leader.ts'

/** What the daemon wants to hear of starts: they tell of its own health. */
export interface StartReports {
  spawned(): void
  /** Nothing was started; `probe` says whether the cause is still there (null: no longer). */
  spawnFailed(reason: string, probe: () => string | null): void
}

export type Begun =
  /** `announced`: the database knows that it runs, or never will. */
  | { kind: 'running'; ended: Promise<void>; cancelGraceMs: number; ageMs: number; announced: Promise<void> }
  /** The process was over when it was adopted. */
  | { kind: 'over' }
  /** Never started, and ends like this. */
  | { kind: 'refused'; outcome: Outcome }
  /** Given back. */
  | { kind: 'released' }

/** Starts a claimed run, unless it was cancelled or given up between the claim and now. */
export async function beginClaimed(context: RunContext, reports: StartReports): Promise<Begun> {
  const { host, run, record, live, tree } = context
  host.moments.reached('claimed')
  const abandoned = () => Boolean(live.reason || live.fenced || live.handedOver)
  // Its own earlier processes may still be here: two attempts would write into one directory.
  for (const earlier of openRecordsBefore(host.state.path, record)) await endAttempt(earlier, { ...host, abandoned })
  if (abandoned()) return release(context, 'asked to end before it was started')
  // The directory of a deleted run of the same name: nobody may find its results among those of this one.
  if (run.directory === null && existsSync(context.directory)) await host.removals.carryOutBefore(run)
  const problem = directoryProblem(context)
  if (problem !== null) {
    return { kind: 'refused', outcome: { status: 'failed', errorCode: 'DIRECTORY_TAKEN', errorMessage: problem } }
  }
  const prepared = run.resume === null ? null : await prepareResume(context)
  if (prepared?.kind === 'refused') return prepared
  if (prepared?.kind === 'abandoned' || live.reason || live.fenced) {
    return release(context, 'asked to end before it was started')
  }
  const launched = await launchProcess(host, run, record, prepared).catch((error: unknown) => ({
    kind: 'spawn-failed' as const,
    reason: describeError(error),
    probe: () => null,
  }))
  if (launched.kind === 'refused') return launched
  if (launched.kind === 'spawn-failed') {
    host.log.error({ runId: run.id, reason: launched.reason }, 'not started')
    reports.spawnFailed(launched.reason, launched.probe)
    return release(context, `spawn failed: ${launched.reason}`, 'spawn-failed')
  }
  reports.spawned()
  tree.leader = launched.identity
  const announced = announce(context, launched.command, launched.identity.pid)
  return { kind: 'running', ended: launched.ended, cancelGraceMs: launched.cancelGraceMs, ageMs: 0, announced }
}

/** Goes on with what an earlier daemon of this host started. */
export async function beginAdopted(context: RunContext, adopted: Adopted): Promise<Begun> {
  const { host, run, record, live, tree } = context
  if (adopted.kind === 'never-started') return release(context, 'its runner stopped before it was started')
  const asked = readNote<EndReason>(record, 'end.json')
  if (asked) live.end(asked)
  if (run.cancelRequestedAt) live.end({ kind: 'cancel', reason: run.cancelReason })
  if (adopted.kind !== 'exited') tree.leader = adopted.identity
  const intent = readIntent(record)
  const announced = run.status === 'starting' && intent ? announceAdopted(context, intent) : Promise.resolve()
  if (adopted.kind !== 'running') {
    // That it ran, and where its results stand: the daemon that spawned it could not tell any more.
    await announced
    return { kind: 'over' }
  }
  const row = host.table.read(adopted.identity.pid)
  const ended = watchLeader(adopted.identity, { ...host, given: () => live.handedOver || live.fenced !== null })
  return {
    kind: 'running',
    ended,
    cancelGraceMs: intent?.cancelGraceMs ?? host.limits.cancelGraceMs,
    ageMs: row ? host.table.ageMs(row) : 0,
    announced,
  }
}

async function announceAdopted(context: RunContext, { argv, cwd, envNames }: Intent): Promise<void> {
  const pidFile = readPidFile(context.record)
  if (typeof pidFile === 'object') await announce(context, { argv, cwd, envNames }, pidFile.pid)
}

/** Tells the database that the process lives; the run is followed meanwhile, also while the database is away. */
async function announce(
  { host, run, live, directory }: RunContext,
  command: { argv: string[]; cwd: string; envNames: string[] },
  pid: number,
): Promise<void> {
  const { id: runId, epoch } = run
  const started = await untilAccepted(() => startRun(host.db, { runId, epoch, command, directory, pid }), {
    ...host,
    what: 'start',
    abandoned: () => live.fenced !== null || live.handedOver,
  })
  if (started === null) return
  host.moments.reached('started')
  if (started.value === null) {
    live.fence('its start was not accepted')
    return
  }
  host.changes.add(run.teamId, 'run', runId)
  // Between claim and start nobody could be asked to cancel it.
  if (started.value.cancelRequestedAt) live.end({ kind: 'cancel', reason: started.value.cancelReason })
}

async function release(
  { host, run, record, live }: RunContext,
  reason: string,
  cause?: Release['cause'],
): Promise<Begun> {
  const { id: runId, epoch, teamId } = run
  live.stage = 'finishing'
  const released = await untilAccepted(() => releaseRun(host.db, { runId, epoch, reason, cause }), {
    ...host,
    what: 'release',
    abandoned: () => live.fenced !== null,
  })
  if (released?.value === null) return { kind: 'refused', outcome: neverBegan(live.reason) }
  host.changes.add(teamId, 'run', runId)
  closeRecord(host.log, record, 'released')
  return { kind: 'released' }
}
