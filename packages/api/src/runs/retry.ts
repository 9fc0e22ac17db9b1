import { retryRun } from '@paddock/db'
import { armRunName, defaultRunName, newId, queueLimits } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { announce } from '../live/announce.ts'
import { procedure, type SignedInContext } from '../procedure.ts'
import { findRun, unknownRun } from './read-run.ts'

const maxTries = 500

/** A new run with the frozen launch of an ended one, which it supersedes. */
export const retry = procedure
  .meta({ role: 'member' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { run } = await findRun(tx, input.id)
      for (const name of namesAfter(ctx, run)) {
        const outcome = await retryRun(tx, {
          runId: input.id,
          name,
          maxQueueAgeMs: run.launch.maxQueueAgeMs ?? queueLimits.maxQueueAgeMs,
          createdBy: ctx.principal.userId,
        })
        if (outcome === null) throw unknownRun(input.id)
        switch (outcome.kind) {
          case 'name-taken':
            continue
          case 'live':
            throw new Refusal('RUN_LIVE', `Run ${run.name} is still ${outcome.run.status}.`, 'Cancel it first.')
          case 'superseded':
            throw new Refusal(
              'RUN_NOT_TERMINAL',
              `Run ${run.name} was retried already, by ${outcome.run.name} (${outcome.run.id}).`,
              'Retry that one.',
            )
          case 'created': {
            const { id, status } = outcome.run
            await announce(ctx, tx, 'run', input.id)
            await audit(ctx, tx, { action: 'run.retry', object: input.id, after: { run: id, name } })
            return { id, name, status, experiment: run.experimentId, arm: run.armName, retryOf: input.id }
          }
        }
      }
      throw new Refusal('NAME_TAKEN', `No name is free for another run after ${run.name}.`)
    }),
  )

interface Named {
  name: string
  experimentId: string | null
  armName: string | null
  model: string | null
  agent: string | null
  benchmark: string
}

function* namesAfter({ services }: SignedInContext, run: Named): Generator<string> {
  if (run.experimentId !== null && run.armName !== null) {
    for (let n = 2; n <= maxTries; n++) {
      const name = armRunName(run.experimentId, run.armName, n)
      if (name === null) break
      yield name
    }
  }
  const of = run.model ?? run.agent ?? run.benchmark
  yield defaultRunName(of, services.now(), newId('run', services.randomBytes))
}
