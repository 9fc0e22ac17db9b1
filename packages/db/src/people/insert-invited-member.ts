import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { account, invitation, member, user } from '../schema/index.ts'

export interface InvitedMember {
  invitationId: string
  user: { id: string; name: string }
  account: { id: string; passwordHash: string }
  memberId: string
}

export type InsertInvitedMemberOutcome =
  | { kind: 'joined'; userId: string; teamId: string }
  /** The invited address has an account: its owner signs in and accepts there. */
  | { kind: 'has-account' }
  | { kind: 'invitation-invalid' }

/** Uses up an open invitation and creates account and membership, in one transaction. */
export async function insertInvitedMember(db: Db, invited: InvitedMember): Promise<InsertInvitedMemberOutcome> {
  return db.transaction(async (tx) => {
    const [open] = await tx
      .select()
      .from(invitation)
      .where(
        and(
          eq(invitation.id, invited.invitationId),
          eq(invitation.status, 'pending'),
          gt(invitation.expiresAt, sql`clock_timestamp()`),
        ),
      )
      .for('update')
    if (open === undefined) return { kind: 'invitation-invalid' }
    const email = open.email.toLowerCase()
    const created = await tx
      .insert(user)
      .values({ ...invited.user, email, emailVerified: true })
      .onConflictDoNothing({ target: user.email })
      .returning({ id: user.id })
    if (created.length === 0) return { kind: 'has-account' }
    await tx.insert(account).values({
      id: invited.account.id,
      accountId: invited.user.id,
      providerId: 'credential',
      userId: invited.user.id,
      password: invited.account.passwordHash,
    })
    await tx.insert(member).values({
      id: invited.memberId,
      organizationId: open.organizationId,
      userId: invited.user.id,
      role: open.role ?? 'viewer',
    })
    await tx.update(invitation).set({ status: 'accepted' }).where(eq(invitation.id, open.id))
    return { kind: 'joined', userId: invited.user.id, teamId: open.organizationId }
  })
}
