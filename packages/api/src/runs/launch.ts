import { launchInput } from '../launch/launch-input.ts'
import { launchRun } from '../launch/launch-run.ts'
import { procedure } from '../procedure.ts'

/** Queues a run and returns at once. `created` is false for a repeated idempotency key. */
export const launch = procedure
  .meta({ role: 'member' })
  .input(launchInput)
  .mutation(async ({ ctx, input }) => {
    const { run, created } = await launchRun(ctx, input.launch, {
      idempotencyKey: input.idempotencyKey ?? null,
      arm: 'any',
      label: null,
    })
    return { id: run.id, name: run.name, status: run.status, experiment: run.experimentId, arm: run.armName, created }
  })
