import type { TeamRole } from '@paddock/domain'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { apikey, user } from '../schema/index.ts'

export interface KeyView {
  id: string
  name: string | null
  start: string | null
  role: TeamRole
  userId: string
  email: string
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

/** The keys of a team, newest first; never the keys themselves. */
export async function listKeys(db: Db, teamId: string): Promise<KeyView[]> {
  return db
    .select({
      id: apikey.id,
      name: apikey.name,
      start: apikey.start,
      role: sql<TeamRole>`${apikey.metadata}::jsonb ->> 'role'`,
      userId: user.id,
      email: user.email,
      createdAt: apikey.createdAt,
      expiresAt: apikey.expiresAt,
      lastUsedAt: apikey.lastRequest,
    })
    .from(apikey)
    .innerJoin(user, eq(user.id, apikey.referenceId))
    .where(sql`${apikey.metadata}::jsonb ->> 'teamId' = ${teamId}`)
    .orderBy(desc(apikey.createdAt), desc(apikey.id))
}
