import { type Db, findFirstOwner } from '@paddock/db'
import { createKey } from '../keys/create-key.ts'

/**
 * An API key of the installation's first owner, with the owner's role and no expiry.
 * @returns null while there is no owner
 */
export async function createOwnerApiKey(db: Db, name = 'owner'): Promise<{ id: string; key: string } | null> {
  const owner = await findFirstOwner(db)
  if (owner === null) return null
  return createKey(db, { userId: owner.userId, teamId: owner.teamId, name, role: 'owner', expiresAt: null })
}
