import type { RunRow } from '@paddock/db'
import type { RunnerConfig } from '../config/config.ts'
import type { Host } from '../host.ts'
import { describeError } from '../log/describe-error.ts'
import type { Adopted } from '../process/adopt-process.ts'
import { treeOf } from '../process/find-tree.ts'
import { markerOf, recordOf } from '../process/run-record.ts'
import { createRedactor } from '../redact/create-redactor.ts'
import { turn } from '../turn.ts'
import { type Begun, beginAdopted, beginClaimed, type StartReports } from './begin-run.ts'
import { secretValues } from './child-environment.ts'
import { concludeFenced, concludeRun, finish } from './conclude-run.ts'
import { neverBegan } from './decide-outcome.ts'
import { afterLeader, followProcess, type ProcessOver } from './follow-process.ts'
import { followResults } from './follow-results.ts'
import { runDirectory } from './launch-process.ts'
import { isRequeueable, type LiveRun } from './live-run.ts'
import type { RunContext } from './run-context.ts'
import { runEnd } from './run-end.ts'
import { timeLimits } from './time-limits.ts'

/**
 * One run from its claim, or its adoption, to its accepted end. Never rejects: what happens is told to the database,
 * tried again until the database hears of it, or the run is fenced and its tree killed.
 */
export function superviseRun(host: Host, run: RunRow, origin: 'claimed' | Adopted, reports: StartReports): LiveRun {
  const changed = turn()
  const record = recordOf(host.state.path, run.id, run.epoch)
  const live: LiveRun = Object.assign(runEnd(changed), {
    runId: run.id,
    epoch: run.epoch,
    name: run.name,
    teamId: run.teamId,
    benchmark: run.benchmark,
    weight: run.weight,
    isRequeueable: isRequeueable(run),
    claimedAtMs: host.clock.nowMs(),
    storedAtMs: host.clock.nowMs(),
    stage: 'claimed' as LiveRun['stage'],
    done: Promise.resolve(),
  })
  const context: RunContext = {
    ...{ host, run, record, live, changed },
    redactor: createRedactor(secretValues(host.config(), host.environment)),
    directory: resultsDirectory(run, host.config()),
    tree: treeOf(null, markerOf(record)),
  }
  const begin = () => (origin === 'claimed' ? beginClaimed(context, reports) : beginAdopted(context, origin))
  return Object.assign(live, { done: superviseToEnd(context, begin) })
}

/** The row may still name that of an earlier attempt, on another host, until this one is said to be running. */
function resultsDirectory(run: RunRow, config: RunnerConfig): string {
  const isOfThisAttempt = run.resume !== null || run.status === 'running'
  return isOfThisAttempt && run.directory !== null ? run.directory : runDirectory(config, run.name)
}

async function superviseToEnd(context: RunContext, begin: () => Promise<Begun>): Promise<void> {
  const { host, live } = context
  try {
    await liveThrough(context, await begin())
    if (live.fenced !== null) await concludeFenced(context)
  } catch (error) {
    // Nothing here is expected to throw. The process, if there is one, stays for the next daemon to adopt.
    host.log.error(
      { runId: live.runId, epoch: live.epoch, error: describeError(error) },
      'the supervision of a run broke',
    )
  }
}

async function liveThrough(context: RunContext, begun: Begun): Promise<void> {
  const { host, run, record, live, directory, redactor } = context
  if (begun.kind === 'released') return
  if (begun.kind === 'refused') return finish(context, { outcome: begun.outcome, treeGone: true })
  const results = followResults(host, run, record, { directory, redactor, live })
  let over: ProcessOver
  if (begun.kind === 'over') {
    over = await afterLeader(context)
  } else {
    live.stage = 'running'
    const { timeoutMs, idleTimeoutMs } = run
    const limits = timeLimits(host.clock, { timeoutMs, idleTimeoutMs, directory, ageMs: begun.ageMs })
    void results.follow(limits)
    over = await followProcess(context, begun, limits)
    await results.stop()
    await begun.announced
  }
  if (over.kind === 'over' && live.fenced === null) return concludeRun(context, over, results)
  if (over.kind === 'never-started') await finish(context, { outcome: neverBegan(live.reason), treeGone: true })
}
