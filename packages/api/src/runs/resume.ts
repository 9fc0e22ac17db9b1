import { type Resumed, type RunRow, resumeRun } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findRun, unknownRun } from './read-run.ts'
import { isOverBudget, resumeFacts } from './resume-facts.ts'

const errorType = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.]{0,199}$/, 'is the name of an error type, such as AgentTimeoutError')

/** The same run once more, where its results stand: what has ended stays, with what it cost; the rest is run. */
export const resume = procedure
  .meta({ role: 'member' })
  .input(
    z.strictObject({
      id: anyId,
      /** Ended trials with these are run again; absent: as the benchmark has it. */
      errorTypes: z.array(errorType).min(1).max(100).optional(),
    }),
  )
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { run } = await findRun(tx, input.id)
      const errorTypes = input.errorTypes ?? null
      refuseByBenchmark(run, errorTypes)
      const outcome = await resumeRun(tx, {
        runId: input.id,
        errorTypes,
        maxQueueAgeMs: run.launch.maxQueueAgeMs ?? queueLimits.maxQueueAgeMs,
        by: ctx.principal.userId,
      })
      if (outcome === null) throw unknownRun(input.id)
      if (outcome.kind !== 'resumed') throw refusalOf(run, outcome)
      await audit(ctx, tx, { action: 'run.resume', object: input.id, after: { errorTypes } })
      const { id, name, status } = outcome.run
      return { id, name, status, experiment: run.experimentId, arm: run.armName }
    }),
  )

function refuseByBenchmark(run: RunRow, errorTypes: readonly string[] | null): void {
  const facts = resumeFacts(run.benchmark)
  if (facts === null) {
    throw new Refusal('NOT_RESUMABLE', `The benchmark ${run.benchmark} cannot be resumed.`, 'Retry the run.')
  }
  const odd = errorTypes?.find((type) => facts.errorTypes !== null && !facts.errorTypes.includes(type))
  if (odd !== undefined && facts.errorTypes !== null) {
    throw new Refusal(
      'FIELD_INVALID',
      `errorTypes: trials of ${run.benchmark} have no error type "${odd}"`,
      `They have ${facts.errorTypes.join(', ')}.`,
    )
  }
  if (isOverBudget(run)) {
    throw new Refusal(
      'NOT_RESUMABLE',
      `Run ${run.name} has spent its budget: $${run.costUsd?.toFixed(2)} of $${run.budgetUsd?.toFixed(2)}.`,
      'It would be cancelled at once. Launch a new run with a larger budget.',
    )
  }
}

function refusalOf(run: RunRow, outcome: Exclude<Resumed, { kind: 'resumed' }>): Refusal {
  switch (outcome.kind) {
    case 'live':
      return new Refusal('RUN_LIVE', `Run ${run.name} is still ${outcome.run.status}.`, 'There is nothing to resume.')
    case 'superseded':
      return new Refusal(
        'RUN_NOT_TERMINAL',
        `Run ${run.name} was retried already, by ${outcome.run.name} (${outcome.run.id}).`,
        'Resume or retry that one.',
      )
    case 'imported':
      return new Refusal(
        'NOT_RESUMABLE',
        `Run ${run.name} was imported: Paddock did not launch it.`,
        'Resume it with the tool that ran it, and import it again.',
      )
    case 'never-started':
      return new Refusal('NOT_RESUMABLE', `Run ${run.name} never started: it has no results.`, 'Retry it.')
    case 'processes-left': {
      const { hostId, runnerName } = outcome
      const place = runnerName === null ? `host ${hostId}` : `the host of runner ${runnerName} (${hostId})`
      return new Refusal(
        'PROCESSES_LEFT',
        `Processes of run ${run.name} may still run on ${place}, and write where a resume would.`,
        'Start that runner again: it ends them and says so. Then resume; a retry waits for the same.',
      )
    }
  }
}
