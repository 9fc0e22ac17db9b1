import { defaultKeyHasher } from '@better-auth/api-key'
import { type Db, insertKey } from '@paddock/db'
import type { TeamRole } from '@paddock/domain'
import { generateRandomString } from 'better-auth/crypto'
import { authLimits } from '../limits.ts'
import { newRowId } from '../new-row-id.ts'

export interface NewKey {
  userId: string
  teamId: string
  name: string
  /** Never opens more than the person's own role does at the time of a request. */
  role: TeamRole
  /** Null: never. */
  expiresAt: Date | null
}

/** The key itself is returned here and nowhere else: the database holds its hash. */
export async function createKey(db: Db, key: NewKey): Promise<{ id: string; key: string }> {
  const secret = `pdk_${generateRandomString(authLimits.keyChars, 'a-z', 'A-Z', '0-9')}`
  const id = newRowId()
  await insertKey(db, {
    ...key,
    id,
    hash: await defaultKeyHasher(secret),
    start: secret.slice(0, 8),
    rateLimit: { windowMs: authLimits.keyWindowMs, max: authLimits.requestsPerKeyWindow },
  })
  return { id, key: secret }
}
