import { isDecided, isMissing, type Termination, type Verdict } from '../trial/trial.ts'
import { type Interval, mean, median, passAtK, passHatK, passRate, type TaskCount } from './rates.ts'

/** What the figures need of a trial. */
export interface TrialFact {
  task: string
  taskDigest: string | null
  verdict: Verdict
  termination: Termination
  costUsd: number | null
  durationMs: number | null
}

export interface ArmFacts {
  arm: string
  role: 'baseline' | 'variant' | null
  /** Trials are still open, or a run was stopped early. */
  provisional: boolean
  /** Those that count. */
  trials: readonly TrialFact[]
  /** Those that others replaced: paid for, and nothing else. */
  replaced: readonly Pick<TrialFact, 'termination' | 'costUsd'>[]
}

export interface ArmFigures {
  arm: string
  role: 'baseline' | 'variant' | null
  provisional: boolean
  /** Tasks with a decided attempt. */
  n: number
  /** Decided attempts. */
  attempts: number
  passes: number
  /** Conditional: missing trials left out. Null without a decided trial. */
  passRate: number | null
  se: number | null
  interval: Interval | null
  /** Missing counts as failure. */
  strict: number | null
  conditional: number | null
  /** All missing as failures … all as passes. */
  bounds: Interval | null
  missing: number
  running: number
  passAtK: Record<string, number>
  passHatK: Record<string, number>
  /** Mean over priced decided trials, times the attempts a task has on average; null where none is priced. */
  costPerTask: number | null
  /** Mean cost of an attempt / pass rate; null without a success or a price. */
  costPerSuccess: number | null
  /** Everything that was paid for, missing and replaced trials included; null where nothing is priced. */
  costUsd: number | null
  /** Ended trials without a known cost, replaced ones included. */
  unpriced: number
  medianDurationMs: number | null
}

interface TaskTally extends TaskCount {
  missing: number
}

/** Tasks match between arms by digest, else by name without organisation. */
export function taskKey(trial: { task: string; taskDigest: string | null }): string {
  return trial.taskDigest ?? trial.task.slice(trial.task.lastIndexOf('/') + 1)
}

/** Per task: decided attempts, passes and missing attempts. */
export function tallyTasks(trials: readonly TrialFact[]): Map<string, TaskTally> {
  const tasks = new Map<string, TaskTally>()
  for (const trial of trials) {
    const key = taskKey(trial)
    const tally = tasks.get(key) ?? { attempts: 0, passes: 0, missing: 0 }
    tasks.set(key, tally)
    if (isDecided(trial)) {
      tally.attempts++
      if (trial.verdict === 'pass') tally.passes++
    } else if (isMissing(trial)) tally.missing++
  }
  return tasks
}

/** Rates and counts of one arm over its decided trials (specification: experiments, sections 2 and 3). */
export function armFigures(arm: ArmFacts): ArmFigures {
  const tallies = [...tallyTasks(arm.trials).values()]
  const decidedTasks = tallies.filter((task) => task.attempts > 0)
  const endedTasks = tallies.filter((task) => task.attempts + task.missing > 0)
  const rate = passRate(decidedTasks)
  const decided = arm.trials.filter(isDecided)
  const costs = decided.flatMap((trial) => trial.costUsd ?? [])
  const bought = [...arm.trials, ...arm.replaced]
  const paid = bought.flatMap((trial) => trial.costUsd ?? [])
  const costPerAttempt = costs.length === 0 ? null : mean(costs)
  const attempts = sum(decidedTasks, (task) => task.attempts)
  const missing = sum(tallies, (task) => task.missing)
  const strict = ifAny(endedTasks, (task) => task.passes / (task.attempts + task.missing))
  return {
    arm: arm.arm,
    role: arm.role,
    provisional: arm.provisional,
    n: decidedTasks.length,
    attempts,
    passes: sum(decidedTasks, (task) => task.passes),
    passRate: rate?.rate ?? null,
    se: rate?.se ?? null,
    interval: rate?.interval ?? null,
    strict,
    conditional: rate?.rate ?? null,
    bounds:
      strict === null
        ? null
        : [
            strict,
            ifAny(endedTasks, (task) => (task.passes + task.missing) / (task.attempts + task.missing)) ?? strict,
          ],
    missing,
    running: arm.trials.filter((trial) => trial.termination === 'running').length,
    ...passCurves(decidedTasks),
    costPerTask: costPerAttempt === null ? null : (costPerAttempt * attempts) / decidedTasks.length,
    costPerSuccess: costPerAttempt === null || !rate || rate.rate === 0 ? null : costPerAttempt / rate.rate,
    costUsd: paid.length === 0 ? null : sum(paid, (cost) => cost),
    unpriced: bought.filter((trial) => trial.termination !== 'running' && trial.costUsd === null).length,
    medianDurationMs: median(decided.flatMap((trial) => trial.durationMs ?? [])),
  }
}

/** pass@k and pass^k for every k up to the most attempts, each the mean over the tasks that have k attempts. */
function passCurves(tasks: readonly TaskCount[]): Pick<ArmFigures, 'passAtK' | 'passHatK'> {
  const curves = { passAtK: {} as Record<string, number>, passHatK: {} as Record<string, number> }
  const most = tasks.reduce((max, task) => Math.max(max, task.attempts), 0)
  for (let k = 1; k <= most; k++) {
    const enough = tasks.filter((task) => task.attempts >= k)
    curves.passAtK[k] = mean(enough.map((task) => passAtK(task.attempts, task.passes, k) as number))
    curves.passHatK[k] = mean(enough.map((task) => passHatK(task.attempts, task.passes, k) as number))
  }
  return curves
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

function ifAny<T>(items: readonly T[], value: (item: T) => number): number | null {
  return items.length === 0 ? null : mean(items.map(value))
}
