import { type SQL, sql } from 'drizzle-orm'
import type { ClaimRequest } from './claim-runs.ts'
import {
  claimer,
  freeOf,
  isCapped,
  lanesAndHeld,
  limitOf,
  stillReady,
  takeOver,
  topOfLane,
  turn,
} from './claim-steps.ts'

/**
 * The claim where it is simple, which is nearly always: from the head on, runs that want no workspace and fit, with no
 * cap in play. It stops at the first that is not plain; that one is for `claimStatement`, which has four times the plan
 * nodes to set up (decision 12). No row: the daemon may not claim. `rest`: something is left at which it stopped.
 */
export function plainClaimStatement(request: ClaimRequest): SQL {
  return sql`
with ${lanesAndHeld(request)},
me as materialized (select id, host_id, exists (select from lanes where ${isCapped}) as capped ${claimer(request)}),
open as materialized (
  select id, row_number() over in_turn as n,
    sum(weight) over in_turn <= ${freeOf(request)} and bool_and(workspace_key is null) over in_turn as plain
  from (
    select top.*, ${turn} as turn
    from lanes left join held on held.team_id = lanes.team_id cross join lateral (${topOfLane(request)}) as top
  ) as picked
  window in_turn as (order by turn, sort_key)
),
locked as materialized (
  select run.id from me, open join run on run.id = open.id
  where open.plain and not me.capped and ${stillReady}
  order by open.n limit ${limitOf(request)}
  for update of run skip locked
),
${takeOver('locked')}
select exists (select from open where not plain) as rest,
  (select count(*) from open) > (select count(*) from locked) as more, me.capped, claimed.*
from me left join claimed on true`
}
