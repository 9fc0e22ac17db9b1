import { type AuditEntry, type Db, inTeam, recordAudit } from '@paddock/db'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'

/** Library endpoints that change a team → the action of the audit log. */
const actions: Record<string, string> = {
  '/organization/create': 'team.create',
  '/organization/update': 'team.edit',
  '/organization/invite-member': 'invitation.create',
  '/organization/cancel-invitation': 'invitation.cancel',
  '/organization/accept-invitation': 'invitation.accept',
  '/organization/remove-member': 'member.remove',
  '/organization/update-member-role': 'member.role',
  '/organization/leave': 'member.leave',
}

/** Writes the audit log for what people change of their team through the library's own endpoints. */
export function auditTrail(db: Db) {
  return {
    id: 'audit-trail',
    hooks: {
      after: [
        {
          matcher: (context) => context.path !== undefined && Object.hasOwn(actions, context.path),
          handler: createAuthMiddleware(async (ctx) => {
            const action = actions[ctx.path]
            if (action === undefined || isAPIError(ctx.context.returned)) return
            const session = await getSessionFromCtx(ctx)
            if (session === null) return
            const { password: _password, ...after } = { ...ctx.body }
            const body: Record<string, unknown> = after
            const object = body.memberId ?? body.memberIdOrEmail ?? body.invitationId ?? body.email ?? body.name
            await write(db, {
              teamId: text(body.organizationId) ?? text(session.session.activeOrganizationId),
              by: session.user.id,
              origin: ctx.headers?.get('x-forwarded-for') ?? null,
              action,
              object: text(object) ?? 'team',
              after,
            })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Rows of a team can only be written inside it: row-level security binds this connection. */
async function write(db: Db, entry: AuditEntry): Promise<void> {
  if (entry.teamId === null) return recordAudit(db, entry)
  return inTeam(db, entry.teamId, (tx) => recordAudit(tx, entry))
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
