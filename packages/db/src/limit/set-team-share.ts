import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db.ts'
import { organization, teamLimit } from '../schema/index.ts'
import { tellWaiting } from './tell-waiting.ts'

/**
 * Sets a team's share beside other teams (above 0), for whoever has the machine: the web program may not. Null: no
 * team has that slug.
 */
export async function setTeamShare(
  db: Db,
  { slug, share }: { slug: string; share: number },
): Promise<{ teamId: string } | null> {
  return db.transaction(async (tx) => {
    const [team] = await tx.select({ id: organization.id }).from(organization).where(eq(organization.slug, slug))
    if (team === undefined) return null
    const [before] = await tx.select().from(teamLimit).where(eq(teamLimit.teamId, team.id)).for('update')
    await tx
      .insert(teamLimit)
      .values({ teamId: team.id, weight: share })
      .onConflictDoUpdate({ target: teamLimit.teamId, set: { weight: sql`excluded.weight` } })
    await recordAudit(tx, {
      ...{ teamId: team.id, by: 'operator', origin: 'operate', action: 'limits.share', object: slug },
      ...{ before: { share: before?.weight ?? 1 }, after: { share } },
    })
    await tellWaiting(tx, team.id)
    return { teamId: team.id }
  })
}
