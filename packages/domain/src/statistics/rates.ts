/** 97.5 % quantile of the standard normal: all intervals are two-sided 95 %. */
const z = 1.959963984540054

export type Interval = [low: number, high: number]

/** A task's decided attempts in an arm. */
export interface TaskCount {
  attempts: number
  passes: number
}

export interface Rate {
  /** Mean over tasks of passes/attempts: every task weighs the same, however many attempts it has. */
  rate: number
  /** sd of the tasks' rates / √N; null with fewer than two tasks. */
  se: number | null
  /** Wilson at the effective sample size. */
  interval: Interval
  /** N·p(1 − p)/V, at most the number of attempts; N where V or p(1 − p) is 0. */
  effectiveN: number
}

/**
 * Wilson score interval for a proportion `p` of `n` observations (Wilson 1927); `n` need not be whole.
 */
export function wilson(p: number, n: number): Interval {
  const centre = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)]
}

/**
 * The pass rate of an arm with tasks as the unit: attempts of a task are a cluster, so the naive binomial
 * error over attempts would be too small.
 * @param tasks only tasks with at least one decided attempt
 * @returns null without a task
 */
export function passRate(tasks: readonly TaskCount[]): Rate | null {
  const n = tasks.length
  if (n === 0) return null
  const rates = tasks.map((task) => task.passes / task.attempts)
  const rate = mean(rates)
  const attempts = tasks.reduce((sum, task) => sum + task.attempts, 0)
  const variance = mean(rates.map((p) => (p - rate) ** 2))
  const spread = rate * (1 - rate)
  // 1e-12: rates such as 1/3 thrice must count as "no variance" whatever their rounding.
  const effectiveN = variance < 1e-12 || spread < 1e-12 ? n : Math.min(attempts, (n * spread) / variance)
  return {
    rate,
    se: n < 2 ? null : sampleSd(rates) / Math.sqrt(n),
    interval: wilson(rate, effectiveN),
    effectiveN,
  }
}

/** Chance that at least one of k attempts passes: 1 − C(n − c, k)/C(n, k) (arXiv 2107.03374, eq. 1); null when n < k. */
export function passAtK(n: number, c: number, k: number): number | null {
  if (n < k) return null
  let none = 1
  for (let i = 0; i < k; i++) none *= Math.max(0, n - c - i) / (n - i)
  return 1 - none
}

/** Chance that all of k attempts pass: C(c, k)/C(n, k) (arXiv 2406.12045); null when n < k. */
export function passHatK(n: number, c: number, k: number): number | null {
  if (n < k) return null
  let all = 1
  for (let i = 0; i < k; i++) all *= Math.max(0, c - i) / (n - i)
  return all
}

export interface PairedDelta {
  /** Mean of the tasks' differences, arm − reference. */
  delta: number
  /** sd/√N; null with fewer than two tasks. */
  se: number | null
  /** With two pseudo-tasks +1 and −1 added: Bonett–Price for one attempt a task, the same rule for more. */
  interval: Interval
}

/** The paired difference of two arms over their shared tasks; null without one. */
export function pairedDelta(differences: readonly number[]): PairedDelta | null {
  const n = differences.length
  if (n === 0) return null
  const centre = differences.reduce((sum, d) => sum + d, 0) / (n + 2)
  const squares = differences.reduce((sum, d) => sum + d * d, 2)
  const half = z * Math.sqrt((squares / (n + 2) - centre * centre) / (n + 2))
  return {
    delta: mean(differences),
    se: n < 2 ? null : sampleSd(differences) / Math.sqrt(n),
    interval: [Math.max(-1, centre - half), Math.min(1, centre + half)],
  }
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Null without values. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const high = sorted[half] as number
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] as number) + high) / 2
}

function sampleSd(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}
