import type { RunnerConfig } from '../config/config.ts'

/** Hundredths of a unit; null: no cap. */
export function capacityOf({ capacity }: Pick<RunnerConfig, 'capacity'>): number | null {
  return capacity === 'none' ? null : Math.round(capacity * 100)
}

/** What is left for new runs, in hundredths; null: no cap. */
export function freeWeight(capacity: number | null, held: Iterable<{ weight: number }>): number | null {
  if (capacity === null) return null
  let used = 0
  for (const { weight } of held) used += weight
  return Math.max(0, capacity - used)
}
