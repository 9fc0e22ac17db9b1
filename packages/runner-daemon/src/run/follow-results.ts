import { openScanners } from '@paddock/benchmarks/scan'
import type { RunRow } from '@paddock/db'
import type { Host } from '../host.ts'
import { ingestRun } from '../ingest/ingest-run.ts'
import { describeError, isOutage } from '../log/describe-error.ts'
import { capLog } from '../output/cap-log.ts'
import { outputShipper } from '../output/ship-output.ts'
import type { RunRecord } from '../process/run-record.ts'
import type { Redactor } from '../redact/create-redactor.ts'
import { turn } from '../turn.ts'
import type { LiveRun } from './live-run.ts'
import { readResumeNote } from './resume-note.ts'
import { storeRunLog } from './store-run-log.ts'
import type { TimeLimits } from './time-limits.ts'

const tickMs = 1_000
/** A run that said nothing for so many looks is looked at every other time, until it does. */
const quietAfterLooks = 10
/** Errors that are neither the database's nor the disk's absence: after so many the rest is stored without. */
const finalAttempts = 3

export interface FollowedResults {
  /** Follows output and results until `stop`. */
  follow(limits: TimeLimits): Promise<void>
  stop(): Promise<void>
  /** The last look, after the process: everything that it left. Throws while database or disk are away. */
  storeRest(): Promise<'stored' | 'fenced'>
}

/** Output, trials, traces and artifacts of one run, while it runs and once afterwards. */
export function followResults(
  host: Host,
  run: RunRow,
  record: RunRecord,
  { directory, redactor, live }: { directory: string; redactor: Redactor; live: LiveRun },
): FollowedResults {
  const shipper = outputShipper(host.db, record, { redactor, limits: host.limits })
  const open = Object.hasOwn(openScanners, run.benchmark) ? openScanners[run.benchmark] : undefined
  const { db, blobs, log, changes } = host
  const ingest =
    open &&
    ingestRun(
      { db, blobs, log, changes, redactor, now: () => host.wallClockMs() },
      {
        ...{ record, teamId: run.teamId, directory, scanner: open(directory), resume: readResumeNote(record) },
        earlier: run.epoch > 1 && run.resume === null ? 'found' : 'stand',
      },
    )
  const pause = turn()
  let stopped = false
  let following: Promise<void> = Promise.resolve()
  let failures = 0

  /** Before anything is written: money is spent while the database is away, too. */
  async function lookAtDisk(): Promise<void> {
    if (ingest === undefined) return
    const { costUsd } = await ingest.look('alive')
    const { budgetUsd } = run
    if (budgetUsd !== null && costUsd > budgetUsd && live.reason === null)
      live.end({ kind: 'budget', costUsd, budgetUsd })
  }

  async function lookOnce(): Promise<boolean> {
    const looked = await lookAtDisk().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const shipped = await shipper.ship('keep')
    if (looked !== null) throw looked.error
    const ingested = await ingest?.store('alive')
    if (shipped === 'fenced' || ingested?.kind === 'fenced') {
      live.fence('a write named an epoch that is over')
      return false
    }
    live.storedAtMs = host.clock.nowMs()
    if (shipped === 'written') changes.add(run.teamId, 'run', run.id)
    return shipped === 'written' || (ingested?.changed ?? false)
  }

  async function keepLogsShort(): Promise<void> {
    for (const stream of ['stdout', 'stderr'] as const) {
      const capped = await capLog(record, stream, host.limits.logCapBytes)
      if (capped === 'impossible') live.end({ kind: 'log-limit', bytes: host.limits.logCapBytes })
    }
  }

  async function loop(limits: TimeLimits): Promise<void> {
    let quietLooks = 0
    while (!stopped && live.fenced === null) {
      try {
        const hasNews = await lookOnce()
        if (hasNews) limits.active()
        quietLooks = hasNews ? 0 : quietLooks + 1
        // A log that grew was sent, all but an open line.
        if (hasNews) await keepLogsShort()
        failures = 0
      } catch (error) {
        // The run goes on without its watchers; what was missed is read later.
        if (failures++ % 30 === 0)
          log.warn({ runId: run.id, error: describeError(error) }, 'results were not stored; trying again')
      }
      const everyMs = quietLooks < quietAfterLooks ? tickMs : 2 * tickMs
      // All runs look in the same moment: two hundred sleepers are one wake-up of the processor, not two hundred.
      if (!stopped) await pause.wait(everyMs - (host.clock.nowMs() % everyMs))
    }
  }

  let attempts = 0
  return {
    follow: (limits) => (following = loop(limits)),
    async stop() {
      stopped = true
      pause.wake()
      await following
    },
    async storeRest() {
      try {
        if ((await shipper.ship('send')) === 'fenced') return 'fenced'
        await ingest?.look('ended')
        if ((await ingest?.store('ended'))?.kind === 'fenced') return 'fenced'
      } catch (error) {
        if (isOutage(error) || ++attempts < finalAttempts) throw error
        log.error({ runId: run.id, error: describeError(error) }, 'some results could not be stored')
      }
      host.moments.reached('results stored')
      // What came since the last look; where the file system cannot do it, the upload leaves the middle out.
      for (const stream of ['stdout', 'stderr'] as const) await capLog(record, stream, host.limits.logCapBytes)
      return storeRunLog(host, record, redactor)
    },
  }
}
