import { type SQL, sql } from 'drizzle-orm'
import type { ClaimRequest } from './claim-runs.ts'
import {
  claimer,
  freeOf,
  isCapped,
  lanesAndHeld,
  limitOf,
  literal,
  perLane,
  stillReady,
  takeOver,
  topOfLane,
  turn,
} from './claim-steps.ts'

/** Runs that a claim parks at most for one workspace: each is parked once, and the claimed runs wait for that. */
const parkAtOnce = 50

/**
 * The claim, one statement. Every picking step is MATERIALIZED: the planner must not run one twice, nor lock rows in
 * an order of its own. Measured on 100,000 ready runs: see claim-latency.heavy.test.ts.
 *
 * Indexes: `run_ready` (lane_id, sort_key) where dispatch = 'ready' gives the top of each lane without a sort;
 * `run_held_by_team` gives what teams hold, `run_held` whether this runner holds anything, `run_ready_by_key` (workspace_key,
 * sort_key) who else wants a workspace.
 */
export function claimStatement(request: ClaimRequest, mode: 'without-cap' | 'under-cap'): SQL {
  const free = freeOf(request)
  const reserveFor = sql`${request.reserveFor ?? null}::text`
  return sql`
with recursive
me as materialized (
  select id, host_id, not exists (select from run where runner_id = runner.id and status in ('starting', 'running')) as idle
  ${claimer(request)}
),
${lanesAndHeld(request)},
picked as materialized (
  select top.*, lanes.team_id, lanes.cap, coalesce(held.weight, 0) as held_weight, ${turn} as turn
  from lanes
  left join held on held.team_id = lanes.team_id
  cross join lateral (${topOfLane(request)}) as top
  where ${mode === 'under-cap' ? sql`${isCapped}` : sql`not ${isCapped}`}
  order by turn, top.sort_key limit ${literal(3 * perLane(request))}
),
${mode === 'under-cap' ? sql`${openUnderCap}` : sql`${openWithoutCap}`},
-- Nothing behind the run that capacity is reserved for, while that one does not fit.
wall as materialized (
  select min(open.n) as n from open, me where open.id = ${reserveFor} and open.weight > ${free} and not (me.idle and open.n = 1)
),
locked as materialized (
  select open.n, run.id, run.team_id, run.weight, run.workspace_key, run.epoch
  from me, wall, open join run on run.id = open.id
  where ${stillReady}
    and (run.weight <= ${free} or me.idle and open.n = 1)
    and (wall.n is null or open.n < wall.n)
  order by open.n limit ${limitOf(request)}
  for update of run skip locked
),
line as materialized (select locked.*, row_number() over (order by n) as place from locked),
-- Capacity in order: what does not fit lets smaller ones pass, unless capacity is reserved for it.
fold (place, fits, remaining) as (
  select 0::bigint, false, ${free}
  union all
  select line.place, step.fits,
    case when step.fits then fold.remaining - line.weight when line.id = ${reserveFor} then 0 else fold.remaining end
  from fold join line on line.place = fold.place + 1, me,
    lateral (select line.weight <= fold.remaining or me.idle and line.n = 1 as fits) as step
),
taken as materialized (select line.* from fold join line using (place) where fold.fits),
got as (
  insert into key_lock (key, run_id, team_id, epoch, host_id)
  select taken.workspace_key, taken.id, taken.team_id, taken.epoch + 1, me.host_id from taken, me
  where taken.workspace_key is not null order by taken.workspace_key
  on conflict do nothing
  returning run_id
),
-- Their workspace has a writer now: out of the ready index, so that nobody looks at them again.
busy as (
  select workspace_key as key from picked where exists (select from key_lock where key = picked.workspace_key)
  union
  select workspace_key from taken where workspace_key is not null
),
crowd as materialized (
  select waiter.id from me, busy cross join lateral (
    select id from run where dispatch = 'ready' and workspace_key = busy.key
      and id not in (select run_id from got)
    limit ${parkAtOnce} for update skip locked
  ) as waiter
),
parked as (
  update run set dispatch = 'parked' from crowd
  where run.id = crowd.id and run.dispatch is not distinct from 'ready'
  returning run.id
),
won as (
  select id from taken where workspace_key is null or id in (select run_id from got)
),
${takeOver('won')},
misfit as (
  select open.id, open.weight from open, me
  where open.id not in (select id from taken)
    and (open.weight > ${free} or open.id in (select id from locked))
  order by open.n limit 1
),
verdict as (
  select (select id from misfit) as misfit_id, (select weight from misfit) as misfit_weight,
    exists (select from parked)
      or (select count(*) from open, me, wall where open.weight <= ${free} and (wall.n is null or open.n < wall.n)) > (select count(*) from locked) as more,
    exists (select from lanes where ${isCapped}) as capped
)
select verdict.*, claimed.* from verdict left join claimed on true`
}

/** One candidate a workspace, in order of turns. */
const candidates = sql`
  select * from (
    select picked.*, row_number() over (partition by coalesce(workspace_key, id) order by turn, sort_key) as of_key
    from picked
    where workspace_key is null or not exists (select from key_lock where key = picked.workspace_key)
  ) as keyed where of_key = 1`

const openWithoutCap = sql`
open as materialized (
  select id, weight, row_number() over (order by turn, sort_key) as n from (${candidates}) as candidate
)`

/**
 * A cap counts weight in order; what does not get under it lets nothing of its team pass. With nothing held a run
 * heavier than the whole cap goes, or it would wait for ever.
 */
const openUnderCap = sql`
in_team as materialized (
  select candidate.*, sum(weight) over (partition by team_id order by turn, sort_key) as ahead
  from (${candidates}) as candidate
),
in_installation as materialized (
  select in_team.*, sum(weight) over (order by turn, sort_key) as ahead_of_all
  from in_team
  where cap is null or held_weight + ahead <= cap or cap > 0 and held_weight = 0 and ahead = weight
),
open as materialized (
  select id, weight, row_number() over (order by turn, sort_key) as n
  from in_installation,
    (select (select cap from installation) as cap, coalesce((select sum(weight) from held), 0) as weight) as whole (whole_cap, whole_held)
  where whole_cap is null or whole_held + ahead_of_all <= whole_cap
    or whole_cap > 0 and whole_held = 0 and ahead_of_all = weight
)`
