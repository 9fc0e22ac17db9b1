import type { Attributes, Meter } from '@opentelemetry/api'
import { depthReasons } from '@paddock/db'
import type { Gauges, Metrics } from './metrics.ts'

const secondsBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600]

/**
 * All figures, whichever way they go out. In Prometheus text the dots are underscores, and counters end in `_total`;
 * seconds stand in the names, since not every exporter puts the unit there.
 */
export function defineFigures(meter: Meter): Omit<Metrics, 'close'> {
  const counter = (name: string, description: string) => {
    const made = meter.createCounter(`paddock.runner.${name}`, { description })
    // There from the start: a rise from nothing is no rise to an alarm.
    made.add(0)
    return made
  }
  const histogram = (name: string, description: string) =>
    meter.createHistogram(`paddock.runner.${name}_seconds`, {
      ...{ description, unit: 's' },
      advice: { explicitBucketBoundaries: secondsBounds },
    })
  const waited = histogram('queue_wait', 'From the queueing of a run to its claim')
  const took = histogram('start', 'From the claim of a run to its living process')
  const claims = counter('claims', 'Runs claimed')
  const startFailures = counter('start_failures', 'Claimed runs whose process could not be started')
  const ends = counter('ended', 'Runs that are no longer supervised here')
  const beatFailures = counter('beat_failures', 'Beats that were not accepted')
  const lateBeats = counter('beats_late', 'Beats accepted later than twice their interval')
  const claimFailures = counter('claim_failures', 'Claims that failed')
  return {
    claimed(waitedMs) {
      claims.add(1)
      waited.record(waitedMs / 1_000)
    },
    started: (tookMs) => took.record(tookMs / 1_000),
    startFailed: () => startFailures.add(1),
    ended: () => ends.add(1),
    beatFailed: () => beatFailures.add(1),
    beatLate: () => lateBeats.add(1),
    claimFailed: () => claimFailures.add(1),
    observe(gauges) {
      observeRunner(meter, gauges)
      observeInstallation(meter, gauges)
    },
  }
}

function observeRunner(meter: Meter, gauges: Gauges): void {
  const gauge = (name: string, description: string, read: () => [value: number, attributes?: Attributes][]) =>
    meter.createObservableGauge(`paddock.runner.${name}`, { description }).addCallback((result) => {
      for (const [value, attributes] of read()) result.observe(value, attributes)
    })
  gauge('capacity_units', 'Units of weight at once; infinite without a cap', () => [[gauges.capacity() ?? Infinity]])
  gauge('active_units', 'Units of weight in use', () => [[gauges.activeWeight()]])
  gauge('beat_age_seconds', 'Since the last accepted beat', () => [[gauges.secondsSinceBeat()]])
  gauge('ingest_lag_seconds', 'How long ago the results of the run that is furthest behind were stored', () => [
    [gauges.ingestLagSeconds()],
  ])
  gauge('runs', 'Runs by what is done with them', () =>
    Object.entries(gauges.runsByStage()).map(([stage, count]) => [count, { stage }]),
  )
}

function observeInstallation(meter: Meter, gauges: Gauges): void {
  const gauge = (name: string, description: string) => meter.createObservableGauge(`paddock.${name}`, { description })
  const queued = gauge('queue_runs', 'Queued runs of the installation by what they wait for')
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest queued run of the installation')
  const lost = gauge('lost_runs', 'Runs of the installation whose runner is not heard of')
  const snapshot = gauge(
    'held_snapshot_seconds',
    'Age of the oldest snapshot that a transaction holds: claims slow down',
  )
  meter.addBatchObservableCallback(
    async (result) => {
      const depth = await gauges.queue()
      // While the database is away there is no figure, rather than a stale one.
      if (depth === null) return
      for (const reason of depthReasons) result.observe(queued, depth.waiting[reason], { reason })
      result.observe(oldest, depth.oldestSeconds)
      result.observe(lost, depth.lost)
      result.observe(snapshot, depth.heldSnapshotSeconds)
    },
    [queued, oldest, lost, snapshot],
  )
}
