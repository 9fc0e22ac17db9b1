import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from './held.ts'

export const depthReasons = ['label', 'paused', 'workspace', 'cap', 'capacity', 'none'] as const
export type DepthReason = (typeof depthReasons)[number]

export interface QueueDepth {
  /** Queued runs of all teams by what they wait for, as `waitReason` has it; `none`: about to be claimed. */
  waiting: Record<DepthReason, number>
  /** Age of the oldest queued run; 0 where there is none. */
  oldestSeconds: number
  /** Runs whose runner is not heard of. */
  lost: number
}

/**
 * How deep the queue is, and why. By lane, not by run: the lightest run of a lane speaks for all of it.
 * Indexes: run_expiry (where status = 'queued'), run_lost, run_held_by_team.
 */
export async function queueDepth(db: Db, limits: Pick<QueueLimits, 'claimNeedsBeatWithinMs'>): Promise<QueueDepth> {
  const rows = await db.execute<{ reason: DepthReason; runs: number; oldest: number; lost: number }>(sql`
    with online as materialized (
      select runner.labels, runner.teams, runner.capacity, coalesce(load.weight, 0) as used,
        runner.status = 'ready' and runner_order.name is null as willing
      from runner
      left join fleet_load() as load on load.runner_id = runner.id
      left join runner_order on runner_order.name = runner.name
        and (runner_order.until is null or runner_order.until > clock_timestamp())
      where runner.status <> 'gone'
        and runner.beat_at > clock_timestamp() - ${limits.claimNeedsBeatWithinMs}::float8 * interval '1 ms'
    ),
    waiting as materialized (
      select lane_id, dispatch, count(*) as runs, min(weight) as lightest, min(queued_at) as oldest
      from run where status = 'queued' group by lane_id, dispatch
    ),
    held as materialized (select team_id, sum(weight) as weight from run where ${isHeld} group by team_id),
    whole as materialized (
      select (select cap from installation) as cap, (select coalesce(sum(weight), 0) from held) as weight
    ),
    reasoned as (
      select waiting.runs, waiting.oldest, case
        when not exists (select from online where ${able}) then 'label'
        when not exists (select from online where willing and ${able}) then 'paused'
        when dispatch = 'parked' then 'workspace'
        when ${over(sql`team_limit.cap`, sql`coalesce(held.weight, 0)`)} or ${over(sql`whole.cap`, sql`whole.weight`)}
          then 'cap'
        when not exists (select from online where willing and ${able}
          and (capacity is null or used = 0 or used + lightest <= capacity)) then 'capacity'
        else 'none' end as reason
      from waiting join lane on lane.id = waiting.lane_id cross join whole
      left join team_limit on team_limit.team_id = lane.team_id left join held on held.team_id = lane.team_id
    )
    select reason, sum(runs)::float8 as runs,
      extract(epoch from clock_timestamp() - min(oldest))::float8 as oldest, 0::float8 as lost
    from reasoned group by reason
    union all
    select 'none', 0, 0, count(*)::float8 from run where lost_at is not null and ${isHeld}`)
  const depth: QueueDepth = {
    waiting: { label: 0, paused: 0, workspace: 0, cap: 0, capacity: 0, none: 0 },
    oldestSeconds: 0,
    lost: 0,
  }
  for (const { reason, runs, oldest, lost } of rows) {
    depth.waiting[reason] += runs
    depth.oldestSeconds = Math.max(depth.oldestSeconds, oldest)
    depth.lost += lost
  }
  return depth
}

/** A runner could take the lane, were it willing and free. */
const able = sql`lane.requires <@ online.labels and (online.teams is null or lane.team_id = any(online.teams))`

/** As the claim has it: with nothing held a run goes that is heavier than the whole cap, unless that is 0. */
function over(cap: ReturnType<typeof sql>, weight: ReturnType<typeof sql>) {
  return sql`coalesce(${cap} = 0 or (${weight} > 0 and ${weight} + lightest > ${cap}), false)`
}
