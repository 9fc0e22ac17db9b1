import { type SQL, sql } from 'drizzle-orm'
import type { ClaimRequest } from './claim-runs.ts'
import { isHeld } from './held.ts'

/** Runs of one claim at most. */
const maxClaim = 50

/** Stands for "no cap" where weights are counted. */
const unbounded = 1_000_000_000_000

export const limitOf = (request: ClaimRequest) => Math.min(request.limit, maxClaim)

export const freeOf = (request: ClaimRequest) => sql`${request.freeWeight ?? unbounded}::bigint`

/** How many of each lane are looked at. Written out, not a parameter: the planner has to know that it is few. */
export const perLane = (request: ClaimRequest) => 2 * limitOf(request) + 2

export const literal = (count: number) => sql.raw(String(count))

/**
 * `FROM` and after: the daemon, if it may claim. The lock waits for a reaper that is declaring it gone, and makes one
 * pass over a daemon that is claiming.
 */
export function claimer(request: ClaimRequest): SQL {
  return sql`
  from runner
  where id = ${request.runnerId} and status = 'ready'
    and beat_at > clock_timestamp() - ${request.limits.claimNeedsBeatWithinMs}::float8 * interval '1 ms'
  for key share`
}

/** Two CTEs: the lanes with their team's share and cap; what each team holds. Index: run_held_by_team. */
export function lanesAndHeld(request: ClaimRequest): SQL {
  return sql`
lanes as materialized (
  select lane.id, lane.team_id, coalesce(team_limit.weight, 1) as share, team_limit.cap
  from lane left join team_limit on team_limit.team_id = lane.team_id
  where lane.id = any(${sql.param([...request.laneIds])}::integer[])
),
held as materialized (
  select team_id, count(*) as runs, sum(weight) as weight from run where ${isHeld} group by team_id
)`
}

/** Of a lane, or of the installation. */
export const isCapped = sql`(cap is not null or exists (select from installation where installation.cap is not null))`

/** The top few of each lane. Index: run_ready (lane_id, sort_key) where dispatch = 'ready', without a sort. */
export function topOfLane(request: ClaimRequest): SQL {
  return sql`
    select id, sort_key, weight, workspace_key from run
    where lane_id = lanes.id and dispatch = 'ready' and cancel_requested_at is null and expires_at > clock_timestamp()
    order by sort_key limit ${literal(perLane(request))}`
}

/** Teams take turns by (held + rank) / share. */
export const turn = sql`
    (coalesce(held.runs, 0) + row_number() over (partition by lanes.team_id order by top.sort_key)) / lanes.share`

/** Asked again under the row lock. Written so that no partial index of ready runs serves it: only the primary key is right. */
export const stillReady = sql`run.dispatch is not distinct from 'ready' and run.cancel_requested_at is null`

/** Two CTEs, `claimed` and its event: the runs of the CTE `winners` (id) are the daemon's of the CTE `me`. */
export function takeOver(winners: string): SQL {
  return sql`
claimed as (
  update run set status = 'starting', dispatch = null, epoch = run.epoch + 1, tree_epoch = run.epoch + 1,
    tree_gone_at = null, runner_id = me.id, host_id = me.host_id, claimed_at = clock_timestamp(), started_at = null,
    lost_at = null, phase = null, exit_code = null, exit_signal = null, error_code = null, error_message = null,
    event_seq = run.event_seq + 1
  from ${sql.identifier(winners)} as winner, me
  where run.id = winner.id
  returning run.*
),
told as (
  insert into run_event (run_id, seq, team_id, kind, epoch, by)
  select id, event_seq, team_id, 'claimed', epoch, runner_id from claimed
)`
}
