import type { StepSkeleton } from '@paddock/domain'
import { formatClock } from '#/format/duration.ts'

export interface Bar {
  step: StepSkeleton
  y: number
  height: number
}

export interface Ruler {
  bars: Bar[]
  /** Null: the steps carry no times, so each has the same room. */
  spanMs: number | null
  yOf: (index: number) => number
  stepAt: (y: number) => number
}

const leastBarPx = 1.5

/** When each step began, carried over where one does not say; null when too few say. */
function timesOf(steps: readonly StepSkeleton[]): number[] | null {
  const known = steps.filter((step) => step.at !== null).length
  if (known < 2 || known < steps.length / 2) return null
  let last = Date.parse(steps.find((step) => step.at !== null)?.at ?? '')
  return steps.map((step) => {
    if (step.at !== null) last = Math.max(last, Date.parse(step.at))
    return last
  })
}

/** Lays a trace out on a ruler of that height: by time where there are times. At most one bar a pixel row; an error is never hidden behind another. */
export function placeBars(steps: readonly StepSkeleton[], height: number): Ruler {
  const times = timesOf(steps)
  const start = times?.[0] ?? 0
  const span = times === null ? 0 : (times.at(-1) ?? 0) - start
  const byTime = times !== null && span > 0
  const count = Math.max(1, steps.length)
  const yOf = (index: number) => {
    if (!byTime) return (Math.min(index, count) / count) * height
    const at = times[Math.min(index, count - 1)] ?? start
    return index >= count ? height : ((at - start) / span) * height
  }
  const rows = new Map<number, Bar>()
  for (const step of steps) {
    const y = yOf(step.index)
    const bar = { step, y, height: Math.max(leastBarPx, yOf(step.index + 1) - y - 1) }
    const row = Math.floor(y / leastBarPx)
    const there = rows.get(row)
    if (
      there === undefined ||
      (step.isError && !there.step.isError) ||
      (bar.height > there.height && step.isError === there.step.isError)
    )
      rows.set(row, bar)
  }
  const stepAt = (y: number) => {
    let low = 0
    let high = steps.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (yOf(middle) <= y) low = middle
      else high = middle - 1
    }
    return low
  }
  return { bars: [...rows.values()], spanMs: byTime ? span : null, yOf, stepAt }
}

const stepsMs = [5_000, 10_000, 30_000, 60_000, 180_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000]
const mostTicks = 6

/** Where the ruler carries a number: round times, or step numbers where there are no times. */
export function ticksOf(spanMs: number | null, steps: number): { share: number; text: string }[] {
  if (spanMs === null) {
    if (steps < 2) return []
    return [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, text: String(Math.round(share * (steps - 1))) }))
  }
  const every = stepsMs.find((ms) => spanMs / ms <= mostTicks) ?? spanMs / mostTicks
  const ticks = []
  for (let at = 0; at <= spanMs; at += every) ticks.push({ share: at / spanMs, text: tickText(at) })
  return ticks
}

const hourMs = 3_600_000

/** Short enough for the ruler's edge: `12:30`, from an hour on `1 h`, `1.5 h`. */
function tickText(ms: number): string {
  return ms < hourMs ? formatClock(ms) : `${Number((ms / hourMs).toFixed(1))} h`
}
