import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics'
import type { RunnerConfig } from '../config/config.ts'
import { within } from '../lease/within.ts'
import { describeError } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'
import { secretValue } from '../run/child-environment.ts'
import type { ReadFigures } from './open-meter.ts'

type Otlp = NonNullable<RunnerConfig['otlp']>

const answerMs = 10_000
/** The last figures of a daemon that stops; it waits no longer for a collector that is away. */
const farewellMs = 1_000

/**
 * Sends the figures to a collector every so often, by OTLP over HTTP (JSON). One that is away is said once, and once
 * more when it is back; nothing is kept for it meanwhile.
 */
export function pushOtlp(
  { url, headers, every }: Otlp,
  read: ReadFigures,
  { environment, log }: { environment: NodeJS.ProcessEnv; log: Log },
): { close(): Promise<void> } {
  const collector = new URL(url).origin
  const exporter = new OTLPMetricExporter({
    ...{ url, timeoutMillis: answerMs },
    headers: headerValues(headers, environment, log),
  })
  let sending: Promise<void> | null = null
  let isAway = false

  async function send(): Promise<void> {
    const figures = finiteOnly(await read())
    const error = await new Promise<Error | undefined>((resolve) => {
      exporter.export(figures, (result) =>
        resolve(result.code === 0 ? undefined : (result.error ?? new Error('failed'))),
      )
    })
    if (error !== undefined) throw error
    if (isAway) log.info({ collector }, 'the collector takes metrics again')
    isAway = false
  }

  function push(): Promise<void> {
    sending ??= send()
      .catch((error: unknown) => {
        if (!isAway)
          log.warn({ collector, error: describeError(error) }, 'metrics were not taken; still trying, silently')
        isAway = true
      })
      .finally(() => {
        sending = null
      })
    return sending
  }

  const timer = setInterval(() => void push(), every).unref()
  return {
    async close() {
      clearInterval(timer)
      await within(farewellMs, (sending ?? Promise.resolve()).then(push)).catch(() => {})
      void exporter.shutdown().catch(() => {})
    },
  }
}

function headerValues(headers: Otlp['headers'], environment: NodeJS.ProcessEnv, log: Log): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([header, source]) => {
    const value = secretValue(source, environment)
    if (value === null) log.warn({ header }, 'a header for the collector has no value here; metrics go without it')
    return value === null ? [] : [[header, value] as const]
  })
  return Object.fromEntries(entries)
}

/** JSON has no word for an infinite capacity: a figure that is left out says as much. */
function finiteOnly(figures: ResourceMetrics): ResourceMetrics {
  const isFinite = ({ dataPoints: [first] }: MetricData) =>
    typeof first?.value !== 'number' || Number.isFinite(first.value)
  return {
    ...figures,
    scopeMetrics: figures.scopeMetrics.map((scope) => ({ ...scope, metrics: scope.metrics.filter(isFinite) })),
  }
}
