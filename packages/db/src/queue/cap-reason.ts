import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { isHeld } from './held.ts'
import { units } from './units.ts'
import type { Obstacle } from './wait-reason.ts'

/** The cap of the team, or of the installation, that a run does not get under; null: neither. */
export async function capReason(db: Db, waiting: RunRow): Promise<Obstacle | null> {
  const [caps] = await db.execute<Caps>(sql`
    select (select cap from team_limit where team_id = ${waiting.teamId}) as "teamCap",
      (select cap from installation) as "wholeCap",
      (select coalesce(sum(weight), 0)::float8 from fleet_load()) as "wholeHeld"`)
  if (caps === undefined || (caps.teamCap === null && caps.wholeCap === null)) return null
  const held = await db.execute<{ runId: string; name: string; all: number }>(sql`
    select id as "runId", name, (sum(weight) over ())::float8 as "all"
    from run where team_id = ${waiting.teamId} and ${isHeld} order by seq limit 100`)
  const holders = held.map(({ runId, name }) => ({ runId, name }))
  const teamHeld = held[0]?.all ?? 0
  if (exceeds(caps.teamCap, teamHeld, waiting.weight)) {
    return { kind: 'cap', cap: 'team', text: text('the team', caps.teamCap, teamHeld), holders, missing: [] }
  }
  if (exceeds(caps.wholeCap, caps.wholeHeld, waiting.weight)) {
    const words = text('the installation', caps.wholeCap, caps.wholeHeld)
    return { kind: 'cap', cap: 'installation', text: words, holders, missing: [] }
  }
  return null
}

interface Caps extends Record<string, unknown> {
  teamCap: number | null
  wholeCap: number | null
  wholeHeld: number
}

/** As the claim has it: with nothing held a run goes that is heavier than the whole cap, unless that is 0. */
function exceeds(cap: number | null, held: number, weight: number): cap is number {
  if (cap === null) return false
  return cap === 0 || (held > 0 && held + weight > cap)
}

function text(whose: string, cap: number | null, held: number): string {
  if (cap === 0) return `${whose} has a cap of 0, so that nothing starts`
  return `${whose} uses ${units(held)} of its cap of ${units(cap ?? 0)}`
}
