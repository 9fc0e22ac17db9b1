import type { LaunchRequest, OnLost } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import { randomId } from '../random-id.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { ensureLane } from './ensure-lane.ts'
import { payloadHash } from './payload-hash.ts'

export interface NewRun {
  teamId: string
  /** Unique in its team. */
  name: string
  experimentId?: string | null
  /** Its experiment and arm exist already. */
  armName?: string | null
  benchmark: string
  dataset?: string | null
  agent?: string | null
  model?: string | null
  /** Frozen. */
  launch: LaunchRequest
  /** What a runner must have: labels, `benchmark:<id>`, `agent:<id>`. */
  requires: readonly string[]
  /** −100 … 100, higher first. */
  priority?: number
  /** Hundredths of a unit. */
  weight?: number
  /** A real, folded path; one writer at a time. */
  workspaceKey?: string | null
  onLost?: OnLost
  /** How often a lost run that may be requeued is. Default 2. */
  infraBudget?: number
  idempotencyKey?: string | null
  timeoutMs?: number | null
  idleTimeoutMs?: number | null
  budgetUsd?: number | null
  plannedTrials?: number | null
  maxQueueAgeMs: number
  createdBy?: string | null
  retryOf?: string | null
}

export type Enqueued =
  /** `existing`: the same request under the same idempotency key. */
  | { kind: 'created' | 'existing'; run: RunRow }
  /** The idempotency key stands for another request; the name is another run's. */
  | { kind: 'key-conflict' | 'name-taken'; run: RunRow }

/** More than a few rounds would mean that others insert and roll back under the same name all the time. */
const maxRounds = 10

/**
 * Queues a run, with its event and its one wake-up, in one statement. Idempotent under its key: a second caller waits
 * for the first one's transaction, then finds its run, or inserts where that one rolled back.
 */
export async function enqueueRun(db: Db, request: NewRun): Promise<Enqueued> {
  const laneId = await ensureLane(db, request.teamId, request.requires)
  const hash = payloadHash(request.launch)
  for (let round = 0; round < maxRounds; round += 1) {
    const created = await insertRun(db, request, laneId, hash)
    if (created !== null) return { kind: 'created', run: created }
    const conflict = await findConflict(db, request, hash)
    if (conflict !== null) return conflict
    // Neither key nor name is taken: the winner is gone again, or the random id existed.
  }
  throw new Error(`could not queue run ${request.name}: its name or key kept being taken and given back`)
}

async function insertRun(db: Db, request: NewRun, laneId: number, hash: string): Promise<RunRow | null> {
  const id = randomId('run')
  // Any unique index may be the one that conflicts first, hence no target.
  const rows = await db.execute(sql`
    with created as (
      insert into run (id, team_id, name, experiment_id, arm_name, benchmark, dataset, agent, model, launch, dispatch,
        lane_id, priority, weight, workspace_key, on_lost, infra_budget, idempotency_key, payload_hash, retry_of,
        expires_at, timeout_ms, idle_timeout_ms, budget_usd, planned_trials, event_seq, created_by)
      values (${id}, ${request.teamId}, ${request.name}, ${request.experimentId ?? null}, ${request.armName ?? null},
        ${request.benchmark}, ${request.dataset ?? null}, ${request.agent ?? null}, ${request.model ?? null},
        ${JSON.stringify(request.launch)}::jsonb, 'ready', ${laneId}, ${request.priority ?? 0}, ${request.weight ?? 100},
        ${request.workspaceKey ?? null}, ${request.onLost ?? 'report'}, ${request.infraBudget ?? 2},
        ${request.idempotencyKey ?? null}, ${hash}, ${request.retryOf ?? null},
        clock_timestamp() + ${request.maxQueueAgeMs}::float8 * interval '1 ms', ${request.timeoutMs ?? null},
        ${request.idleTimeoutMs ?? null}, ${request.budgetUsd ?? null}, ${request.plannedTrials ?? null}, 1,
        ${request.createdBy ?? null})
      on conflict do nothing
      returning *
    ), told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by)
      select id, 1, team_id, 'queued', 0, created_by from created
    )
    select created.*,
      pg_notify('paddock_wake', 'run ' || id),
      pg_notify('paddock_change', json_build_array(json_build_array(team_id, 'run', id))::text)
    from created`)
  return firstRow(run, rows)
}

async function findConflict(db: Db, request: NewRun, hash: string): Promise<Enqueued | null> {
  // A key outranks the name: a repeated request finds its own run, whose name is taken by itself.
  const rows = await db.execute(sql`
    select *, idempotency_key is not distinct from ${request.idempotencyKey ?? null}
      and ${request.idempotencyKey ?? null}::text is not null as by_key
    from run where team_id = ${request.teamId}
      and (idempotency_key = ${request.idempotencyKey ?? null} or name = ${request.name})
    order by by_key desc limit 1`)
  const found = firstRow(run, rows)
  if (found === null) return null
  if (rows[0]?.by_key !== true) return { kind: 'name-taken', run: found }
  return { kind: found.payloadHash === hash ? 'existing' : 'key-conflict', run: found }
}
