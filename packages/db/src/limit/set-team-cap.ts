import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { tellWaiting } from './tell-waiting.ts'

export interface TeamCap {
  teamId: string
  /** Hundredths of a weight unit; null: none; 0: nothing of the team starts. */
  cap: number | null
}

/** Sets the cap of a team, which the next claim keeps to; what runs already goes on. Returns the cap before. */
export async function setTeamCap(db: Db, { teamId, cap }: TeamCap): Promise<number | null> {
  // Two statements: of two who set it at once, each is told what it replaced.
  await db.execute(sql`insert into team_limit (team_id, cap) values (${teamId}, null) on conflict do nothing`)
  const [before] = await db.execute<{ cap: number | null }>(
    sql`select cap from team_limit where team_id = ${teamId} for update`,
  )
  await db.execute(sql`update team_limit set cap = ${cap} where team_id = ${teamId}`)
  await tellWaiting(db, teamId)
  return before?.cap ?? null
}
