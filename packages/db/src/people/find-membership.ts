import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { member, organization, user } from '../schema/index.ts'

export interface Membership {
  userId: string
  name: string
  email: string
  teamId: string
  teamName: string
  /** As the auth library stores it: one role, or several with commas. */
  role: string
}

/**
 * A person's membership in a team, or with `teamId` null in the team joined first. Served by `member_user`.
 * @returns null for somebody who is no member (any more)
 */
export async function findMembership(
  db: Db,
  { userId, teamId }: { userId: string; teamId: string | null },
): Promise<Membership | null> {
  const [row] = await db
    .select({
      userId: user.id,
      name: user.name,
      email: user.email,
      teamId: organization.id,
      teamName: organization.name,
      role: member.role,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.userId, userId), teamId === null ? undefined : eq(member.organizationId, teamId)))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1)
  return row ?? null
}
