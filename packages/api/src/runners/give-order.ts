import { setRunnerOrder } from '@paddock/db'
import type { z } from 'zod'
import { audit } from '../audit.ts'
import type { SignedInContext } from '../procedure.ts'
import { requireRunner } from './find-runner.ts'
import type { orderInput } from './order-input.ts'

/** Tells the runners of a name what an operator wants; they hear of it at once and keep it over restarts. */
export async function giveOrder(ctx: SignedInContext, kind: 'pause' | 'drain', input: z.infer<typeof orderInput>) {
  return ctx.inTeam(async (tx) => {
    await requireRunner(tx, input.name, ctx.principal.teamId)
    const order = await setRunnerOrder(tx, {
      name: input.name,
      kind,
      note: input.note ?? null,
      forMs: input.forMs ?? null,
      by: ctx.principal.userId,
    })
    const { note, until, at } = order
    await audit(ctx, tx, { action: `runner.${kind}`, object: input.name, after: { note, until } })
    return { name: input.name, kind, note, until, at }
  })
}
