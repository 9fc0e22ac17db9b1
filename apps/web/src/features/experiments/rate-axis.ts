import type { Axis } from '#/components/interval-cell.tsx'

/** The list's axis: the whole range, the same for every experiment. */
export const listAxis: Axis = { from: 0, to: 1, ticks: [0, 0.5, 1] }

const tickStep = 0.2

/** One axis for all arms, in steps of 20 points around what they span. */
export function rateAxis(
  arms: readonly { passRate: number | null; interval: readonly [number, number] | null }[],
): Axis {
  const values = arms.flatMap((arm) => [...(arm.passRate === null ? [] : [arm.passRate]), ...(arm.interval ?? [])])
  if (values.length === 0) return { from: 0, to: 1, ticks: [0, 0.5, 1] }
  let from = Math.floor(Math.min(...values) / tickStep)
  let to = Math.ceil(Math.max(...values) / tickStep)
  while (to - from < 2) {
    if (from > 0) from--
    if (to - from < 2 && to < 5) to++
  }
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => Math.round((from + i) * tickStep * 100) / 100)
  return { from: from * tickStep, to: to * tickStep, ticks }
}

const deltaStep = 0.1
/** Where a symmetric axis carries numbers: the largest of these that leaves room for its text. */
const deltaTicks = [0.5, 0.4, 0.3, 0.2, 0.1, 0.05]

/** A symmetric axis around no difference. */
export function deltaAxis(intervals: readonly (readonly [number, number] | null)[]): Axis {
  const most = Math.max(deltaStep, ...intervals.flatMap((i) => (i === null ? [] : [Math.abs(i[0]), Math.abs(i[1])])))
  const to = Math.min(1, Math.ceil(most / deltaStep - 1e-9) * deltaStep)
  const tick = deltaTicks.find((t) => t <= to * 0.8) ?? 0.05
  return { from: -to, to, ticks: [-tick, 0, tick] }
}
