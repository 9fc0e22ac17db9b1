import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from './held.ts'

export interface ClaimableQuery {
  /** What a runner would carry, with `benchmark:<id>` and `agent:<id>`. */
  labels: readonly string[]
  /** Ids; null: all. */
  teams: readonly string[] | null
  /** Counts no further: what the answer costs. */
  upTo: number
}

/**
 * How many runs that many idle runners with these labels could claim now: ready, one a workspace, within the caps of
 * team and installation. For whoever starts runners; a claim decides for itself. Index: run_ready (lane_id, sort_key).
 */
export async function countClaimable(db: Db, { labels, teams, upTo }: ClaimableQuery): Promise<number> {
  const teamIds = sql.param(teams === null ? null : [...teams])
  const [row] = await db.execute<{ claimable: number }>(sql`
    with whole as materialized (
      select (select cap from installation) as whole_cap, coalesce(sum(weight), 0) as whole_held from run where ${isHeld}
    ),
    held as materialized (select team_id, sum(weight) as weight from run where ${isHeld} group by team_id),
    candidate as (
      select top.*, lane.team_id, team_limit.cap, coalesce(held.weight, 0) as held_weight,
        row_number() over (partition by coalesce(top.workspace_key, top.id) order by top.sort_key) as of_key
      from lane
      left join team_limit on team_limit.team_id = lane.team_id
      left join held on held.team_id = lane.team_id
      cross join lateral (
        select id, sort_key, weight, workspace_key from run
        where lane_id = lane.id and dispatch = 'ready' and cancel_requested_at is null
          and expires_at > clock_timestamp()
          and (workspace_key is null or not exists (select from key_lock where key = workspace_key))
        order by sort_key limit ${upTo}
      ) as top
      where lane.requires <@ ${sql.param([...labels])}::text[]
        and (${teamIds}::text[] is null or lane.team_id = any(${teamIds}::text[]))
    ),
    in_team as (
      select *, sum(weight) over (partition by team_id order by sort_key) as ahead from candidate where of_key = 1
    ),
    -- As the claim has it: with nothing held a run goes that is heavier than the whole cap, unless that is 0.
    in_installation as (
      select *, sum(weight) over (order by sort_key) as ahead_of_all from in_team
      where cap is null or held_weight + ahead <= cap or cap > 0 and held_weight = 0 and ahead = weight
    )
    select least(count(*), ${upTo})::integer as claimable from in_installation, whole
    where whole_cap is null or whole_held + ahead_of_all <= whole_cap
      or whole_cap > 0 and whole_held = 0 and ahead_of_all = weight`)
  return row?.claimable ?? 0
}
