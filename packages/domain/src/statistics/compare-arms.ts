import { type ArmFacts, type ArmFigures, armFigures, tallyTasks } from './arm-figures.ts'
import { type Interval, pairedDelta } from './rates.ts'

export interface ArmComparison {
  arm: string
  /** Arm − reference, as a fraction, over the shared tasks; null without one. */
  delta: number | null
  se: number | null
  interval: Interval | null
  strictDelta: number | null
  /** Shared tasks. */
  n: number
  /** Tasks with equal rates, of at least a half. */
  bothPass: number
  /** Tasks with equal rates, below a half. */
  bothFail: number
  /** Tasks where the reference has the higher rate; with one attempt a task: where only it passed. */
  onlyReference: number
  onlyArm: number
  /** Keys of tasks that one of the two has not decided. */
  missing: string[]
  provisional: boolean
}

export interface ArmsCompared {
  /** Null where no arm was named and none is a baseline. */
  reference: string | null
  arms: ArmFigures[]
  comparisons: ArmComparison[]
  warnings: string[]
}

export class UnknownArm extends Error {
  override name = 'UnknownArm'
}

/**
 * Figures of every arm, and of each against the reference: the named arm, else the baseline with the highest
 * pass rate (tie: the cheaper one).
 * @throws UnknownArm when the named reference is none of the arms
 */
export function compareArms(arms: readonly ArmFacts[], named?: string): ArmsCompared {
  const ordered = [...arms].sort(byRoleThenName)
  const figures = ordered.map(armFigures)
  if (named !== undefined && !ordered.some((arm) => arm.arm === named)) {
    throw new UnknownArm(
      `There is no arm "${named}"; the arms are ${ordered.map((arm) => arm.arm).join(', ') || 'none'}.`,
    )
  }
  const reference = named ?? chooseReference(figures)
  const referenceFacts = ordered.find((arm) => arm.arm === reference)
  const warnings: string[] = []
  if (!referenceFacts && ordered.length > 1) warnings.push('No arm is a baseline: name a reference to compare against.')
  for (const figure of figures) {
    if (figure.missing > 0)
      warnings.push(`${figure.arm}: ${figure.missing} trials are missing (no verdict through no fault of the agent).`)
    if (figure.unpriced > 0 && figure.costUsd !== null)
      warnings.push(`${figure.arm}: ${figure.unpriced} trials have no known cost.`)
  }
  return {
    reference: reference ?? null,
    arms: figures,
    comparisons: referenceFacts
      ? ordered.filter((arm) => arm !== referenceFacts).map((arm) => compareArm(arm, referenceFacts))
      : [],
    warnings,
  }
}

function compareArm(arm: ArmFacts, reference: ArmFacts): ArmComparison {
  const ours = tallyTasks(arm.trials)
  const theirs = tallyTasks(reference.trials)
  const missing: string[] = []
  const differences: number[] = []
  const strict: number[] = []
  const counts = { bothPass: 0, bothFail: 0, onlyReference: 0, onlyArm: 0 }
  for (const key of new Set([...theirs.keys(), ...ours.keys()])) {
    const b = ours.get(key)
    const a = theirs.get(key)
    if (a && b && a.attempts + a.missing > 0 && b.attempts + b.missing > 0) {
      strict.push(b.passes / (b.attempts + b.missing) - a.passes / (a.attempts + a.missing))
    }
    if (!a?.attempts || !b?.attempts) {
      missing.push(key)
      continue
    }
    const [pa, pb] = [a.passes / a.attempts, b.passes / b.attempts]
    differences.push(pb - pa)
    if (pb > pa) counts.onlyArm++
    else if (pb < pa) counts.onlyReference++
    else if (pb >= 0.5) counts.bothPass++
    else counts.bothFail++
  }
  const paired = pairedDelta(differences)
  return {
    arm: arm.arm,
    delta: paired?.delta ?? null,
    se: paired?.se ?? null,
    interval: paired?.interval ?? null,
    strictDelta: pairedDelta(strict)?.delta ?? null,
    n: differences.length,
    ...counts,
    missing: missing.sort(),
    provisional: arm.provisional || reference.provisional,
  }
}

function chooseReference(figures: readonly ArmFigures[]): string | undefined {
  const baselines = figures.filter((figure) => figure.role === 'baseline')
  baselines.sort(
    (a, b) => (b.passRate ?? -1) - (a.passRate ?? -1) || (a.costPerTask ?? Infinity) - (b.costPerTask ?? Infinity),
  )
  return baselines[0]?.arm
}

const roleOrder = { baseline: 0, variant: 1 }

/** Baselines, variants, unset; then by name. */
function byRoleThenName(a: ArmFacts, b: ArmFacts): number {
  const role = (arm: ArmFacts) => (arm.role ? roleOrder[arm.role] : 2)
  return role(a) - role(b) || (a.arm < b.arm ? -1 : 1)
}
