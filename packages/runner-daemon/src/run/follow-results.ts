import { openScanners } from '@paddock/benchmarks/scan'
import type { RunRow } from '@paddock/db'
import type { Host } from '../host.ts'
import { ingestRun } from '../ingest/ingest-run.ts'
import { missingResults } from '../ingest/missing-results.ts'
import { type Patience, patience } from '../ingest/patience.ts'
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
  const { db, blobs, log, changes, clock, limits } = host
  const missing = missingResults(db, record)
  const ingest =
    open &&
    ingestRun(
      { db, blobs, log, changes, clock, limits, missing, redactor, now: () => host.wallClockMs() },
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

  const patienceMs = limits.resultPatienceMs
  const parts: { what: string; patience: Patience | null; store(): Promise<'fenced' | 'stored'> }[] = [
    { what: 'Output', store: async () => ((await shipper.ship('send')) === 'fenced' ? 'fenced' : 'stored') },
    { what: 'Results', store: storeResults },
    { what: 'The log', store: storeLog },
  ].map((part) => ({ ...part, patience: patience({ nowMs: () => clock.nowMs(), patienceMs }) }))

  async function storeResults(): Promise<'fenced' | 'stored'> {
    if (ingest === undefined) return 'stored'
    await ingest.look('ended')
    return (await ingest.store('ended')).kind === 'fenced' ? 'fenced' : 'stored'
  }

  async function storeLog(): Promise<'fenced' | 'stored'> {
    // What came since the last look; where the file system cannot do it, the upload leaves the middle out.
    for (const stream of ['stdout', 'stderr'] as const) await capLog(record, stream, limits.logCapBytes)
    return storeRunLog(host, record, redactor)
  }

  return {
    follow: (limits) => (following = loop(limits)),
    async stop() {
      stopped = true
      pause.wake()
      await following
    },
    async storeRest() {
      let worthAWait: { error: unknown } | null = null
      // One part that cannot be stored keeps no other from it.
      for (const part of parts.filter(({ patience: own }) => own !== null)) {
        try {
          if ((await part.store()) === 'fenced') return 'fenced'
        } catch (error) {
          if (isOutage(error)) throw error
          if (part.patience?.isOver(error)) {
            part.patience = null
            const reason = redactor.text(describeError(error))
            log.error({ runId: run.id, error: reason }, 'some results could not be stored')
            missing.add(`${part.what} could not be stored. ${reason}`)
          } else worthAWait ??= { error }
        }
      }
      if (worthAWait !== null) throw worthAWait.error
      host.moments.reached('results stored')
      return (await missing.send()) === 'fenced' ? 'fenced' : 'stored'
    },
  }
}
