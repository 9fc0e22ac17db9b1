import type { ClaimedRun } from '@paddock/db'
import type { Health } from '../health/watch-health.ts'
import type { HeldRuns } from '../held-runs.ts'
import type { Host } from '../host.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { StartReports } from '../run/begin-run.ts'
import { superviseRun } from '../run/supervise-run.ts'
import type { Share } from './share.ts'

/** Makes a claimed run a supervised one, and counts what becomes of its start. */
export function beginClaimed(
  host: Host,
  { runs, share, health, metrics }: { runs: HeldRuns; share: Share; health: Health; metrics: Metrics },
): (run: ClaimedRun) => void {
  return (run) => {
    share.claimed()
    metrics.claimed((run.claimedAt?.getTime() ?? 0) - run.queuedAt.getTime())
    const claimedMs = host.clock.nowMs()
    const reports: StartReports = {
      spawned() {
        metrics.started(host.clock.nowMs() - claimedMs)
        health.spawned()
      },
      spawnFailed(reason, probe) {
        metrics.startFailed()
        health.spawnFailed(reason, probe)
      },
    }
    runs.add(superviseRun(host, run, 'claimed', reports))
  }
}
