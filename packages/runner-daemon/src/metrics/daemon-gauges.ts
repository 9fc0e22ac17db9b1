import { capacityOf } from '../claim/free-weight.ts'
import type { HeldRuns } from '../held-runs.ts'
import type { Host } from '../host.ts'
import type { Lease } from '../lease/keep-lease.ts'
import type { LiveRun } from '../run/live-run.ts'
import type { Gauges } from './metrics.ts'
import { queueReader } from './read-queue.ts'

/** The figures that are read from the daemon's parts when somebody asks. */
export function daemonGauges(
  host: Host,
  { runs, lease, bootClockMs }: { runs: HeldRuns; lease: Lease; bootClockMs(): number },
): Gauges {
  const { clock, limits, db, config } = host
  const lagSeconds = ({ storedAtMs }: LiveRun) => (clock.nowMs() - storedAtMs) / 1_000
  return {
    capacity: () => inUnits(capacityOf(config())),
    activeWeight: () => runs.all().reduce((sum, { weight }) => sum + weight, 0) / 100,
    runsByStage: () => countBy(runs.all().map(({ stage }) => stage)),
    secondsSinceBeat: () => (bootClockMs() - lease.lastBeatMs()) / 1_000,
    ingestLagSeconds: () => Math.max(0, ...runs.all().filter(isFollowed).map(lagSeconds)),
    queue: queueReader(db, { limits, clock }),
  }
}

function isFollowed({ stage }: LiveRun): boolean {
  return stage === 'running' || stage === 'ending' || stage === 'storing'
}

const inUnits = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

function countBy(words: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
