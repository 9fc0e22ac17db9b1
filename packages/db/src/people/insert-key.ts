import type { TeamRole } from '@paddock/domain'
import type { Db } from '../db.ts'
import { apikey } from '../schema/index.ts'

export interface KeyRow {
  id: string
  userId: string
  teamId: string
  name: string
  role: TeamRole
  /** Of the whole key, as the auth library hashes it. */
  hash: string
  /** The first characters, by which people tell keys apart. */
  start: string
  expiresAt: Date | null
  rateLimit: { windowMs: number; max: number }
}

/** Team and role stand in `metadata`, which the auth library hands back when it verifies the key. */
export async function insertKey(db: Db, key: KeyRow): Promise<void> {
  await db.insert(apikey).values({
    id: key.id,
    referenceId: key.userId,
    name: key.name,
    key: key.hash,
    start: key.start,
    expiresAt: key.expiresAt,
    rateLimitTimeWindow: key.rateLimit.windowMs,
    rateLimitMax: key.rateLimit.max,
    metadata: JSON.stringify({ teamId: key.teamId, role: key.role }),
  })
}
