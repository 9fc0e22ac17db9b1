import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { member } from '../schema/index.ts'

/** Is the person an owner of any team? */
export async function ownsATeam(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.userId, userId), sql`'owner' = any(string_to_array(${member.role}, ','))`))
    .limit(1)
  return rows.length > 0
}
