import type { Shape } from '#/components/glyph.tsx'
import type { Outputs } from '#/trpc/outputs.ts'

export type Runner = Outputs['runners']['list'][number]

const shapes: Record<Runner['state'], Shape> = {
  ready: 'pass',
  busy: 'running',
  draining: 'limit',
  drained: 'limit',
  paused: 'limit',
  quarantined: 'error',
  late: 'orphaned',
  lost: 'orphaned',
  gone: 'cancelled',
}

export function runnerShape(state: Runner['state']): Shape {
  return shapes[state]
}

export const runnerFilters = ['all', 'busy', 'attention'] as const
export type RunnerFilter = (typeof runnerFilters)[number]

export function isOnline(runner: Runner): boolean {
  return runner.state !== 'lost' && runner.state !== 'gone'
}

/** Somebody should look: it takes nothing though it could, or its configuration was refused. */
export function needsAttention(runner: Runner): boolean {
  return ['paused', 'quarantined', 'late', 'lost'].includes(runner.state) || runner.configError !== null
}

/** Labels that people gave; what it offers is shown apart. */
export function ownLabels(runner: Runner): string[] {
  return runner.labels.filter((label) => !/^(benchmark|agent):/.test(label))
}

/** `2.0 of 4 in use`, `0.1 in use, no limit`. */
export function capacityWords(runner: Runner): string {
  const used = runner.usedWeight.toFixed(1)
  return runner.capacity === null ? `${used} in use, no limit` : `${used} of ${runner.capacity} in use`
}
