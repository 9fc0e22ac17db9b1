import { hostLabel } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { runnerOf } from './runner-of.ts'
import { units } from './units.ts'
import type { Obstacle, WaitLimits } from './wait-reason.ts'

/** What keeps the runners from a run: a label that none has, orders of an operator, capacity. Null: one could take it. */
export async function runnerReason(
  db: Db,
  waiting: RunRow,
  requires: readonly string[],
  limits: WaitLimits,
): Promise<Obstacle | null> {
  const online = await onlineRunners(db, waiting.teamId, limits)
  const able = online.filter((runner) => requires.every((label) => runner.labels.includes(label)))
  if (able.length === 0) return (await homeReason(db, waiting, online, requires)) ?? labelReason(online, requires)
  const willing = able.filter((runner) => runner.refusal === null)
  if (willing.length === 0) return pausedReason(able)
  const roomy = willing.filter((runner) => hasRoom(runner, waiting.weight))
  return roomy.length > 0 ? null : capacityReason(willing)
}

interface OnlineRunner extends Record<string, unknown> {
  id: string
  name: string
  labels: string[]
  capacity: number | null
  used: number
  /** Why it takes nothing at all, or null. */
  refusal: string | null
  runs: { runId: string; name: string }[]
}

async function onlineRunners(db: Db, teamId: string, limits: WaitLimits): Promise<OnlineRunner[]> {
  const rows = await db.execute<OnlineRunner>(sql`
    select runner.id, runner.name, runner.labels, runner.capacity, coalesce(load.weight, 0)::float8 as used,
      case
        when runner.status = 'quarantined' then 'quarantined' || coalesce(': ' || runner.status_reason, '')
        when runner.status = 'draining' or runner_order.kind = 'drain' then 'draining'
        when runner_order.kind = 'pause' then 'paused' || coalesce(': ' || runner_order.note, '')
      end as refusal,
      (select coalesce(json_agg(json_build_object('runId', run.id, 'name', run.name) order by run.seq), '[]')
        from run where run.runner_id = runner.id and run.team_id = ${teamId} and run.status in ('starting', 'running')) as runs
    from runner
    left join fleet_load() as load on load.runner_id = runner.id
    left join runner_order on runner_order.name = runner.name
      and (runner_order.until is null or runner_order.until > clock_timestamp())
    where runner.status <> 'gone' and (runner.teams is null or ${teamId} = any(runner.teams))
      and runner.beat_at > clock_timestamp() - ${limits.claimNeedsBeatWithinMs}::float8 * interval '1 ms'
    order by runner.name`)
  return [...rows]
}

function labelReason(online: OnlineRunner[], requires: readonly string[]): Obstacle {
  const missing = requires.filter((label) => !online.some((runner) => runner.labels.includes(label)))
  const holders: Obstacle['holders'] = []
  if (online.length === 0) return { kind: 'label', text: 'no runner is online', holders, missing: [...requires] }
  const first = missing[0]
  if (first === undefined) {
    return { kind: 'label', text: `no online runner has all of ${requires.join(', ')}`, holders, missing }
  }
  return { kind: 'label', text: `no online runner ${lacks(first)}`, holders, missing }
}

/** Of a resumed run, which waits for the one host that its results stand on; null: it is not bound, or can be taken there. */
async function homeReason(
  db: Db,
  waiting: RunRow,
  online: OnlineRunner[],
  requires: readonly string[],
): Promise<Obstacle | null> {
  if (waiting.resume === null) return null
  const { hostId } = waiting.resume
  const home = online.find((runner) => runner.labels.includes(hostLabel(hostId)))
  const missing = requires.filter((label) => home === undefined || !home.labels.includes(label))
  const wanted = missing.find((label) => label !== hostLabel(hostId))
  if (home !== undefined && wanted === undefined) return null
  const name = home?.name ?? (await runnerOf(db, hostId))
  const place = name === null ? `host ${hostId}` : `runner ${name} (host ${hostId})`
  const text =
    home === undefined
      ? `its results are on ${place}, which is not online`
      : `its results are on ${place}, which no longer ${lacks(wanted ?? '')}`
  return { kind: 'label', text, holders: [], missing }
}

function lacks(requirement: string): string {
  if (requirement.startsWith('benchmark:')) return `offers benchmark ${requirement.slice('benchmark:'.length)}`
  if (requirement.startsWith('agent:')) return `offers agent ${requirement.slice('agent:'.length)}`
  return `has label ${requirement}`
}

function pausedReason(able: OnlineRunner[]): Obstacle {
  const [first] = able
  const refusals = able.map((runner) => `${runner.name} is ${runner.refusal}`)
  const text =
    able.length === 1 && first !== undefined
      ? `the only runner that can take it, ${refusals[0]}`
      : `none of the ${able.length} runners that can take it does: ${refusals.slice(0, 5).join('; ')}`
  return { kind: 'paused', text, holders: [], missing: [] }
}

/** With nothing held a runner takes even what is heavier than its whole capacity. */
function hasRoom(runner: OnlineRunner, weight: number): boolean {
  return runner.capacity === null || runner.used === 0 || runner.used + weight <= runner.capacity
}

function capacityReason(willing: OnlineRunner[]): Obstacle {
  const used = willing.map((runner) => `${runner.name} uses ${units(runner.used)} of ${units(runner.capacity ?? 0)}`)
  return {
    kind: 'capacity',
    text: `no runner has room: ${used.slice(0, 5).join(', ')}${used.length > 5 ? ', …' : ''}`,
    holders: willing.flatMap((runner) => runner.runs),
    missing: [],
  }
}
