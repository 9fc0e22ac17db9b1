import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from '../queue/held.ts'

export interface InstallationLimits {
  /** Hundredths; null: none. */
  cap: number | null
  used: number
  teams: { slug: string; name: string; share: number; cap: number | null; used: number }[]
}

/** The limits of all teams, by slug: for whoever has the machine. Weights in hundredths. */
export async function listLimits(db: Db): Promise<InstallationLimits> {
  const teams = await db.execute<InstallationLimits['teams'][number] & Record<string, unknown>>(sql`
    select slug, name, coalesce(team_limit.weight, 1)::float8 as share, team_limit.cap,
      (select coalesce(sum(weight), 0)::float8 from run where team_id = organization.id and ${isHeld}) as used
    from organization left join team_limit on team_limit.team_id = organization.id order by slug`)
  const [whole] = await db.execute<{ cap: number | null }>(sql`select cap from installation`)
  return {
    cap: whole?.cap ?? null,
    used: teams.reduce((sum, team) => sum + team.used, 0),
    teams: [...teams],
  }
}
