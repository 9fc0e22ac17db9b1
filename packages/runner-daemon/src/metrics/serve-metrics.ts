import { once } from 'node:events'
import { createServer } from 'node:http'
import { depthReasons, type QueueDepth } from '@paddock/db'
import type { Gauges, Metrics } from './metrics.ts'

/** Serves Prometheus text on loopback. The library is loaded here and nowhere else. */
export async function serveMetrics(port: number): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600]
  const counter = (name: string, help: string) => new Counter({ name: `paddock_runner_${name}`, help, registers })
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `paddock_runner_${name}`, help, buckets: seconds, registers })
  const waited = histogram('queue_wait_seconds', 'From the queueing of a run to its claim')
  const took = histogram('start_seconds', 'From the claim of a run to its living process')
  const claims = counter('claims_total', 'Runs claimed')
  const startFailures = counter('start_failures_total', 'Claimed runs whose process could not be started')
  const ends = counter('ended_total', 'Runs that are no longer supervised here')
  const beatFailures = counter('beat_failures_total', 'Beats that were not accepted')
  const lateBeats = counter('beats_late_total', 'Beats accepted later than twice their interval')
  const claimFailures = counter('claim_failures_total', 'Claims that failed')

  function observe(gauges: Gauges): void {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name: `paddock_runner_${name}`,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    gauge(
      'capacity_units',
      'Units of weight at once; +Inf without a cap',
      () => gauges.capacity() ?? Number.POSITIVE_INFINITY,
    )
    gauge('active_units', 'Units of weight in use', () => gauges.activeWeight())
    gauge('beat_age_seconds', 'Since the last accepted beat', () => gauges.secondsSinceBeat())
    gauge('ingest_lag_seconds', 'How long ago the results of the run that is furthest behind were stored', () =>
      gauges.ingestLagSeconds(),
    )
    new Gauge({
      name: 'paddock_runner_runs',
      help: 'Runs by what is done with them',
      labelNames: ['stage'],
      registers,
      collect() {
        this.reset()
        for (const [stage, count] of Object.entries(gauges.runsByStage())) this.set({ stage }, count)
      },
    })

    new Gauge({
      name: 'paddock_queue_runs',
      help: 'Queued runs of the installation by what they wait for',
      labelNames: ['reason'],
      registers,
      async collect() {
        const depth = await gauges.queue()
        this.reset()
        // While the database is away there is no figure, rather than a stale one.
        for (const reason of depth === null ? [] : depthReasons) this.set({ reason }, depth?.waiting[reason] ?? 0)
      },
    })
    const fleetGauge = (name: string, help: string, read: (depth: QueueDepth) => number) =>
      new Gauge({
        name: `paddock_${name}`,
        help,
        registers,
        async collect() {
          const depth = await gauges.queue()
          if (depth === null) this.remove()
          else this.set(read(depth))
        },
      })
    fleetGauge(
      'queue_oldest_seconds',
      'Age of the oldest queued run of the installation',
      (depth) => depth.oldestSeconds,
    )
    fleetGauge('lost_runs', 'Runs of the installation whose runner is not heard of', (depth) => depth.lost)
  }

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    claimed(waitedMs) {
      claims.inc()
      waited.observe(waitedMs / 1_000)
    },
    started: (tookMs) => took.observe(tookMs / 1_000),
    startFailed: () => startFailures.inc(),
    ended: () => ends.inc(),
    beatFailed: () => beatFailures.inc(),
    beatLate: () => lateBeats.inc(),
    claimFailed: () => claimFailures.inc(),
    observe,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
