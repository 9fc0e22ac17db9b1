import { deleteKey } from '@paddock/db'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { procedure } from '../procedure.ts'

/** Revokes a key of the team from the next request on. */
export const revoke = procedure
  .meta({ role: 'admin' })
  .input(z.strictObject({ id: anyId }))
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const gone = await deleteKey(tx, { teamId: ctx.principal.teamId, keyId: input.id })
      if (gone === null)
        throw new Refusal('UNKNOWN_KEY', `There is no key "${input.id}".`, 'paddock keys list lists them.')
      await audit(ctx, tx, { action: 'key.revoke', object: input.id, before: gone })
      return { id: input.id, name: gone.name, revoked: true }
    }),
  )
