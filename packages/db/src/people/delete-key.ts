import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { apikey } from '../schema/index.ts'

/** Revokes a key of the team at once. @returns its name, or null when the team has no such key */
export async function deleteKey(
  db: Db,
  { teamId, keyId }: { teamId: string; keyId: string },
): Promise<{ name: string | null; userId: string } | null> {
  const [gone] = await db
    .delete(apikey)
    .where(and(eq(apikey.id, keyId), sql`${apikey.metadata}::jsonb ->> 'teamId' = ${teamId}`))
    .returning({ name: apikey.name, userId: apikey.referenceId })
  return gone ?? null
}
