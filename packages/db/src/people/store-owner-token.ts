import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { verification } from '../schema/index.ts'
import { findFirstOwner } from './find-first-owner.ts'
import { lockOwnerCreation, ownerTokenIdentifier } from './owner-creation.ts'

/**
 * Replaces the one-time token for creating the first owner.
 * @param token its hash, and its life by the database's clock
 * @returns false when there is an owner already
 */
export async function storeOwnerToken(db: Db, token: { hash: string; validForMs: number }): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockOwnerCreation(tx)
    if ((await findFirstOwner(tx)) !== null) return false
    await tx.delete(verification).where(eq(verification.identifier, ownerTokenIdentifier))
    await tx.insert(verification).values({
      id: token.hash,
      identifier: ownerTokenIdentifier,
      value: token.hash,
      expiresAt: sql`clock_timestamp() + ${token.validForMs} * interval '1 millisecond'`,
    })
    return true
  })
}
