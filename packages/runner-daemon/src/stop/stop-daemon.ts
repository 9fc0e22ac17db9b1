import type { Clock } from '../clock.ts'
import type { DaemonMode } from '../daemon-options.ts'
import type { HeldRuns } from '../held-runs.ts'

export interface Stopping {
  /** No more claims. A service leaves its runs to the next start; with `once` nobody would adopt them: they are ended. */
  stop(): Promise<void>
  /** The same, but every run is ended within its grace. */
  stopWithRuns(): Promise<void>
}

export interface Endings extends Stopping {
  /** Leaves a fleet that has no more work for it. */
  stopDrained(): Promise<void>
}

export interface StopSteps {
  runs: HeldRuns
  clock: Clock
  /** Resolves when no claim is under way any more, and none will be. */
  endClaims(): Promise<void>
  /** Takes back what was handed over. */
  adopt(): Promise<void>
  close(reason: string): Promise<void>
}

/** Results of runs that are ending get this long at a stop; then the next start stores them. */
const drainPatienceMs = 10_000

/** The two ways to stop, of which the second may still be asked for while the first is under way. */
export function stopDaemon(mode: DaemonMode, { runs, clock, endClaims, adopt, close }: StopSteps): Endings {
  let stopping: Promise<void> | null = null
  let isEndingRuns = false

  async function handOver(reason: string): Promise<void> {
    await endClaims()
    for (const run of runs.all())
      if (run.stage === 'claimed' || run.stage === 'running' || run.stage === 'ending') run.handOver()
    const deadline = clock.nowMs() + drainPatienceMs
    while (runs.all().length > 0 && clock.nowMs() < deadline) await clock.sleep(50)
    for (const run of runs.all()) run.handOver()
    if (!isEndingRuns) return close(reason)
    // Asked to end them after all: they are taken back first.
    await adopt()
    await endRuns()
    await close('stopped')
  }

  async function endAll(): Promise<void> {
    // Before anything else: a batch system signals the whole tree at once, and a run that dies of that died of the stop.
    for (const run of runs.all()) run.end({ kind: 'stop' })
    await endClaims()
    await endRuns()
    await close('stopped')
  }

  async function endRuns(): Promise<void> {
    for (const run of runs.all()) run.end({ kind: 'stop' })
    while (runs.all().length > 0) await clock.sleep(50)
  }

  return {
    stop: () => (stopping ??= mode.kind === 'once' ? endAll() : handOver('stopped; its runs wait for the next start')),
    stopDrained: () => (stopping ??= handOver('drained')),
    stopWithRuns() {
      isEndingRuns = true
      stopping ??= endAll()
      return stopping
    },
  }
}
