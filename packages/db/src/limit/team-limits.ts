import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from '../queue/held.ts'

/** What a team may use at once, and does; weights in hundredths of a unit. */
export interface TeamLimits {
  /** Null: none. */
  cap: number | null
  used: number
  /** Teams that wait take turns in proportion to theirs; 1 unless the operator said otherwise. */
  share: number
  installation: { cap: number | null; used: number }
}

/** Index: run_held_by_team. */
export async function teamLimits(db: Db, teamId: string): Promise<TeamLimits> {
  const [row] = await db.execute<Row>(sql`
    select own.cap, coalesce(own.weight, 1)::float8 as share,
      (select coalesce(sum(weight), 0)::float8 from run where team_id = ${teamId} and ${isHeld}) as used,
      (select cap from installation) as "wholeCap",
      (select coalesce(sum(weight), 0)::float8 from fleet_load()) as "wholeUsed"
    from (select ${teamId}::text as id) as team left join team_limit as own on own.team_id = team.id`)
  if (row === undefined) throw new Error('the limits of a team are one row')
  const { wholeCap, wholeUsed, ...own } = row
  return { ...own, installation: { cap: wholeCap, used: wholeUsed } }
}

interface Row extends Record<string, unknown> {
  cap: number | null
  share: number
  used: number
  wholeCap: number | null
  wholeUsed: number
}
