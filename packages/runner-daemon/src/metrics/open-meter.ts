import type { Meter } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'

/** The figures as they are now. */
export type ReadFigures = () => Promise<ResourceMetrics>

/**
 * A meter and its one reader, whatever the figures go out by. The SDK keeps for each of several readers what it has not
 * read yet, without end where it never reads, and gives a reader of cumulative gauges the last value of one that was
 * not observed: "missing" would become "stale".
 */
export function openMeter({ name, version }: { name: string; version: string }): { meter: Meter; read: ReadFigures } {
  const reader = new GaugesOfNow()
  const resource = resourceFromAttributes({
    'service.name': 'paddock-runner',
    'service.version': version,
    'service.instance.id': name,
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  // One after the other: what one reading observes, another that overlaps it would take away.
  let reading: Promise<unknown> = Promise.resolve()
  return {
    meter: provider.getMeter('paddock-runner', version),
    read() {
      const figures = reading.then(async () => (await reader.collect()).resourceMetrics)
      reading = figures.catch(() => {})
      return figures
    },
  }
}

class GaugesOfNow extends MetricReader {
  constructor() {
    super({
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE,
    })
  }

  protected override async onForceFlush(): Promise<void> {}

  protected override async onShutdown(): Promise<void> {}
}
