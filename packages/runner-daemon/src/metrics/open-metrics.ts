import type { RunnerConfig } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import { type Metrics, noMetrics } from './metrics.ts'

export interface MetricsSetting {
  config: Pick<RunnerConfig, 'name' | 'metricsPort' | 'otlp'>
  version: string
  /** Where the values of headers are looked up. */
  environment: NodeJS.ProcessEnv
  log: Log
}

/** Counts for whoever the configuration names; for nobody, nothing of OpenTelemetry is loaded. */
export async function openMetrics({ config, version, environment, log }: MetricsSetting): Promise<Metrics> {
  const { name, metricsPort, otlp } = config
  if (metricsPort === undefined && otlp === undefined) return noMetrics
  const [{ openMeter }, { defineFigures }] = await Promise.all([import('./open-meter.ts'), import('./figures.ts')])
  const { meter, read } = openMeter({ name, version })
  const figures = defineFigures(meter)
  const outlets: { close(): Promise<void> }[] = []
  if (metricsPort !== undefined) {
    const { servePrometheus } = await import('./serve-prometheus.ts')
    outlets.push(await servePrometheus(metricsPort, read))
  }
  if (otlp !== undefined) {
    const { pushOtlp } = await import('./push-otlp.ts')
    outlets.push(pushOtlp(otlp, read, { environment, log }))
  }
  return {
    ...figures,
    async close() {
      for (const outlet of outlets) await outlet.close()
    },
  }
}
