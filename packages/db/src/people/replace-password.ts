import { and, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { account, session, user } from '../schema/index.ts'

/**
 * Sets a person's password and ends all their sessions, in one transaction.
 * @returns false when nobody has that address
 */
export async function replacePassword(
  db: Db,
  { email, accountId, passwordHash }: { email: string; accountId: string; passwordHash: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
    if (person === undefined) return false
    const changed = await tx
      .update(account)
      .set({ password: passwordHash, updatedAt: new Date() })
      .where(and(eq(account.userId, person.id), eq(account.providerId, 'credential')))
      .returning({ id: account.id })
    if (changed.length === 0) {
      await tx.insert(account).values({
        id: accountId,
        accountId: person.id,
        providerId: 'credential',
        userId: person.id,
        password: passwordHash,
      })
    }
    await tx.delete(session).where(eq(session.userId, person.id))
    return true
  })
}
