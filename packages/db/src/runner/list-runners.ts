import type { QueueLimits, RunStatus } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { fromRow } from '../from-row.ts'
import type { RunnerOrderRow, RunnerRow } from '../rows.ts'
import { runner, runnerOrder } from '../schema/index.ts'
import { type RunnerState, runnerState } from './runner-state.ts'

export interface FleetRunner {
  runner: RunnerRow
  state: RunnerState
  order: RunnerOrderRow | null
  /** Hundredths in use, of all teams. */
  usedWeight: number
  heldRuns: number
  /** Those that the caller's team may see. */
  runs: { runId: string; name: string; status: RunStatus; lostAt: Date | null }[]
}

export type FleetLimits = Pick<QueueLimits, 'leaseMs' | 'claimNeedsBeatWithinMs'>

/**
 * The fleet by name: the newest boot of each host, if it lives, holds runs, or went within the last day (the log of one
 * that died at boot is read here). Indexes: runner_alive, runner_gone.
 */
export async function listRunners(db: Db, limits: FleetLimits): Promise<FleetRunner[]> {
  const rows = await db.execute<Fleet>(sql`
    select newest.*, to_json(runner_order) as "order", coalesce(load.weight, 0)::float8 as "usedWeight",
      coalesce(load.runs, 0) as "heldRuns", extract(epoch from clock_timestamp() - newest.beat_at) * 1000 as "silentMs",
      (select coalesce(json_agg(json_build_object('runId', run.id, 'name', run.name, 'status', run.status,
          'lostAt', run.lost_at) order by run.seq), '[]')
        from run where run.runner_id = newest.id and run.status in ('starting', 'running')) as runs
    from (
      select distinct on (host_id) * from runner
      where id in (
        select id from runner where status <> 'gone'
        union all
        select id from runner where status = 'gone' and gone_at > clock_timestamp() - interval '1 day'
        union all
        select runner_id from fleet_load()
      )
      order by host_id, started_at desc
    ) as newest
    left join fleet_load() as load on load.runner_id = newest.id
    left join runner_order on runner_order.name = newest.name
      and (runner_order.until is null or runner_order.until > clock_timestamp())
    order by newest.name, newest.started_at`)
  return rows.map((row) => toFleetRunner(row, limits))
}

interface Fleet extends Record<string, unknown> {
  order: Record<string, unknown> | null
  usedWeight: number
  heldRuns: number
  silentMs: string
  runs: { runId: string; name: string; status: RunStatus; lostAt: string | null }[]
}

function toFleetRunner(row: Fleet, limits: FleetLimits): FleetRunner {
  const facts = fromRow(runner, row)
  const order = row.order === null ? null : fromRow(runnerOrder, row.order)
  return {
    runner: facts,
    order,
    state: runnerState({ runner: facts, order, silentMs: Number(row.silentMs), heldRuns: row.heldRuns }, limits),
    usedWeight: row.usedWeight,
    heldRuns: row.heldRuns,
    runs: row.runs.map((held) => ({ ...held, lostAt: held.lostAt === null ? null : new Date(held.lostAt) })),
  }
}
