import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface Removal {
  id: number
  runId: string
  runName: string
  /** Where its results stood; null: it was never started. */
  directory: string | null
  /** Another run uses that directory, or is about to. */
  isTaken: boolean
}

export interface RemovalQuery {
  hostId: string
  /** Only what runs of this name left, for a run of that name which has not begun: `starting` is its id. */
  before?: { runName: string; starting: string }
}

const batch = 1_000

/** What deleted runs left on a host: what can be removed first, then the oldest. Index: removal_of_host (host_id, id). */
export async function listRemovals(db: Db, { hostId, before }: RemovalQuery): Promise<Removal[]> {
  const rows = await db.execute<Row>(sql`
    select id, run_id, run_name, directory, exists (
      -- Teams do not share names, but runners do serve several teams. Index: run_name (team_id, name).
      select from organization cross join lateral (
        select id, directory, status from run where team_id = organization.id and name = removal.run_name limit 1
      ) as other
      where other.id <> ${before?.starting ?? ''}
        and (other.directory = removal.directory or other.status in ('starting', 'running'))
    ) as taken
    from removal where host_id = ${hostId} and run_name = coalesce(${before?.runName ?? null}, run_name)
    order by taken, removal.id limit ${batch}`)
  return rows.map((row) => ({
    id: Number(row.id),
    runId: row.run_id,
    runName: row.run_name,
    directory: row.directory,
    isTaken: row.taken,
  }))
}

interface Row extends Record<string, unknown> {
  id: string | number
  run_id: string
  run_name: string
  directory: string | null
  taken: boolean
}
