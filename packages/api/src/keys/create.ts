import { createKey } from '@paddock/auth'
import { roleReaches, teamRoles } from '@paddock/domain'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { procedure } from '../procedure.ts'

const dayMs = 24 * 3_600_000
const maxDays = 3_650

/** A new key of the caller for this team. The key is in this answer and nowhere else. */
export const create = procedure
  .meta({ role: 'admin' })
  .input(
    z.strictObject({
      name: z.string().trim().min(1).max(64),
      /** Not above the caller's; without one, member. */
      role: z.enum(teamRoles).default('member'),
      /** Null: never. */
      expiresInMs: z
        .int()
        .min(60_000)
        .max(maxDays * dayMs)
        .nullable()
        .default(null),
    }),
  )
  .mutation(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      const { principal, services } = ctx
      if (!roleReaches(principal.role, input.role)) {
        throw new Refusal('ROLE_TOO_LOW', `A key cannot be ${input.role}: your own role is ${principal.role}.`)
      }
      const expiresAt = input.expiresInMs === null ? null : new Date(services.now().getTime() + input.expiresInMs)
      const { id, key } = await createKey(tx, {
        userId: principal.userId,
        teamId: principal.teamId,
        name: input.name,
        role: input.role,
        expiresAt,
      })
      await audit(ctx, tx, {
        action: 'key.create',
        object: id,
        after: { name: input.name, role: input.role, expiresAt },
      })
      return { id, key, name: input.name, role: input.role, expiresAt }
    }),
  )
