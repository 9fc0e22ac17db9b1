import { giveUpRun, type RunDetail } from '@paddock/db'
import { isTerminal } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findRun } from './read-run.ts'

/**
 * Ends a lost run as orphaned. Its processes may still run: its host ends them when it returns, and its workspace stays
 * closed until then, or until it is released.
 */
export const giveUp = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const found = await findRun(tx, input.id)
      const ended = await giveUpRun(tx, { runId: input.id, by: ctx.principal.userId })
      if (ended === null) throw notLost(found)
      const { status, name } = ended
      await audit(ctx, tx, { action: 'run.give-up', object: input.id, before: { lostAt: found.run.lostAt } })
      return { id: input.id, name, status, runner: found.runner?.name ?? null, hostId: ended.hostId }
    }),
  )

function notLost({ run }: RunDetail): Refusal {
  const { id, name, status } = run
  if (isTerminal(status)) {
    return new Refusal('RUN_NOT_LOST', `Run ${name} is not lost: it has ended, ${status}.`, `paddock retry ${id}`)
  }
  const why = status === 'queued' ? 'no runner has it' : 'its runner answers'
  return new Refusal(
    'RUN_NOT_LOST',
    `Run ${name} is not lost: it is ${status}, ${why}.`,
    `paddock cancel ${id} ends it.`,
  )
}
