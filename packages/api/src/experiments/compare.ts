import { type CompareRow, compareRows, type RunListItem } from '@paddock/db'
import { compareArms, isTerminal } from '@paddock/domain'
import { z } from 'zod'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findExperiment } from './find-experiment.ts'
import { originsOf, standingAttempts } from './standing-trials.ts'

/**
 * Rates and counts of every arm, and of each against the reference (named, else the best baseline). Rates and deltas
 * are fractions, arm − reference; money is USD; null is unknown.
 */
export const compare = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId, reference: z.string().min(1).max(63).optional() }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { arms } = await findExperiment(tx, input.id)
      const rows = await compareRows(tx, input.id)
      const facts = arms.map((arm) => ({
        arm: arm.name,
        role: arm.role,
        provisional: arm.runs.some(isProvisional),
        ...divide(
          rows.filter((row) => row.armName === arm.name),
          arm.runs,
        ),
      }))
      return compareArms(facts, input.reference)
    }),
  )

/** The trials of an arm that count, and those that were only paid for. */
function divide(rows: readonly CompareRow[], runs: readonly RunListItem[]) {
  const origins = originsOf(runs)
  const trials: CompareRow[] = []
  const replaced: CompareRow[] = []
  for (const attempts of Map.groupBy(rows, (row) => row.task).values()) {
    const standing = standingAttempts(attempts, origins)
    for (const attempt of attempts) (standing.has(attempt) ? trials : replaced).push(attempt)
  }
  return { trials, replaced }
}

/** Trials are still open, or it stopped before all that it planned had ended. */
function isProvisional(run: RunListItem): boolean {
  if (run.supersededBy !== null) return false
  if (!isTerminal(run.status) || run.trialsRunning > 0) return true
  const ended = run.trialsPassed + run.trialsFailed + run.trialsErrored + run.trialsMissing
  return run.plannedTrials === null ? run.status !== 'succeeded' : ended < run.plannedTrials
}
