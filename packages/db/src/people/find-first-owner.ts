import { asc, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { member } from '../schema/index.ts'

/** The owner who was there first, with that owner's team; null before the installation has one. */
export async function findFirstOwner(db: Db): Promise<{ userId: string; teamId: string } | null> {
  const [row] = await db
    .select({ userId: member.userId, teamId: member.organizationId })
    .from(member)
    .where(sql`'owner' = any(string_to_array(${member.role}, ','))`)
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1)
  return row ?? null
}
