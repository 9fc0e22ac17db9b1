import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { account, member, organization, user, verification } from '../schema/index.ts'
import { findFirstOwner } from './find-first-owner.ts'
import { lockOwnerCreation, ownerTokenIdentifier } from './owner-creation.ts'

export interface FirstOwner {
  user: { id: string; email: string; name: string }
  account: { id: string; passwordHash: string }
  team: { id: string; name: string }
  memberId: string
  /** Null: on the word of an operator, who needs no token. */
  tokenHash: string | null
}

export type InsertFirstOwnerOutcome =
  | { kind: 'created'; userId: string; teamId: string }
  | { kind: 'owner-exists' }
  | { kind: 'token-invalid' }

/** The first person, team and membership in one transaction; the token is used up by it. */
export async function insertFirstOwner(db: Db, owner: FirstOwner): Promise<InsertFirstOwnerOutcome> {
  return db.transaction(async (tx) => {
    await lockOwnerCreation(tx)
    if ((await findFirstOwner(tx)) !== null) return { kind: 'owner-exists' }
    if (owner.tokenHash !== null && !(await useToken(tx, owner.tokenHash))) return { kind: 'token-invalid' }
    await tx.insert(user).values({ ...owner.user, emailVerified: true })
    await tx.insert(account).values({
      id: owner.account.id,
      accountId: owner.user.id,
      providerId: 'credential',
      userId: owner.user.id,
      password: owner.account.passwordHash,
    })
    await tx.insert(organization).values({ ...owner.team, slug: owner.team.id.toLowerCase() })
    await tx
      .insert(member)
      .values({ id: owner.memberId, organizationId: owner.team.id, userId: owner.user.id, role: 'owner' })
    await tx.delete(verification).where(eq(verification.identifier, ownerTokenIdentifier))
    return { kind: 'created', userId: owner.user.id, teamId: owner.team.id }
  })
}

async function useToken(tx: Db, hash: string): Promise<boolean> {
  const used = await tx
    .delete(verification)
    .where(
      and(
        eq(verification.identifier, ownerTokenIdentifier),
        eq(verification.value, hash),
        gt(verification.expiresAt, sql`clock_timestamp()`),
      ),
    )
    .returning({ id: verification.id })
  return used.length > 0
}
