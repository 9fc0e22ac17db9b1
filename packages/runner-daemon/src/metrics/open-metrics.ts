import type { RunnerConfig } from '../config/config.ts'
import { type Metrics, noMetrics } from './metrics.ts'

/** Counts for whoever the configuration names; without one nothing is loaded for it. */
export async function openMetrics({ metricsPort }: Pick<RunnerConfig, 'metricsPort'>): Promise<Metrics> {
  if (metricsPort === undefined) return noMetrics
  const { serveMetrics } = await import('./serve-metrics.ts')
  return serveMetrics(metricsPort)
}
