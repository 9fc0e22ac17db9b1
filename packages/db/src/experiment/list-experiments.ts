import type { ArmRole } from '@paddock/domain'
import { and, desc, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { readCursor, writeCursor } from '../keyset.ts'
import type { ExperimentRow } from '../rows.ts'
import { experiment } from '../schema/index.ts'
import { armOrder } from './arm-order.ts'

export interface ArmFigures {
  name: string
  role: ArmRole | null
  label: string | null
  /** Of its newest run. */
  agent: string | null
  model: string | null
  /** Number of runs by status; lost ones count as live. */
  runs: { live: number; succeeded: number; failed: number; cancelled: number; orphaned: number }
  /** Sum of what its runs plan; null where one does not know, or there is none. */
  plannedTrials: number | null
  trials: { running: number; passed: number; failed: number; errored: number; missing: number }
  decidedPassed: number
  decidedTrials: number
  /** Null: no known cost. */
  costUsd: number | null
  unpricedTrials: number
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  startedAt: Date | null
  /** Null while one of its runs is live. */
  finishedAt: Date | null
}

export interface ExperimentListItem {
  experiment: ExperimentRow
  /** Baselines, variants, unset; then name. */
  arms: ArmFigures[]
}

export interface ExperimentQuery {
  /** Searched in id and goal, whatever the case. */
  q?: string
  /** 1 to 200. */
  limit: number
  cursor?: string | null
}

/**
 * Experiments of the team, newest first, with the figures of their arms from the counters of the runs: no trial is
 * looked at. A page and where the next begins. Indexes: experiment_newest, run_by_arm.
 */
export async function listExperiments(
  db: Db,
  query: ExperimentQuery,
): Promise<{ experiments: ExperimentListItem[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor, ['instant', 'string'])
  const words = query.q?.trim()
    ? sql`(position(lower(${query.q.trim()}) in lower(id)) > 0 or position(lower(${query.q.trim()}) in lower(goal)) > 0)`
    : undefined
  const page = await db
    .select()
    .from(experiment)
    .where(
      and(
        words,
        // Times are kept in milliseconds: what the cursor says is what the row says.
        after === null
          ? undefined
          : sql`(created_at < ${after[0]}::timestamptz or created_at = ${after[0]}::timestamptz and id > ${after[1]})`,
      ),
    )
    .orderBy(desc(experiment.createdAt), experiment.id)
    .limit(query.limit + 1)
  const last = page.length > query.limit ? page[query.limit - 1] : undefined
  const rows = page.slice(0, query.limit)
  const figures = await armFigures(db, rows)
  return {
    experiments: rows.map((row) => ({ experiment: row, arms: figures.get(`${row.teamId}/${row.id}`) ?? [] })),
    nextCursor: last === undefined ? null : writeCursor([last.createdAt.toISOString(), last.id]),
  }
}

type RawFigures = Record<string, unknown> &
  Omit<ArmFigures, 'runs' | 'trials' | 'startedAt' | 'finishedAt'> &
  ArmFigures['runs'] & {
    teamId: string
    experimentId: string
    trialsRunning: number
    trialsPassed: number
    trialsFailed: number
    trialsErrored: number
    trialsMissing: number
    startedAt: string | null
    finishedAt: string | null
  }

async function armFigures(db: Db, experiments: ExperimentRow[]): Promise<Map<string, ArmFigures[]>> {
  const ids = JSON.stringify(experiments.map((row) => ({ team_id: row.teamId, id: row.id })))
  const rows = await db.execute<RawFigures>(sql`
    select arm.team_id as "teamId", arm.experiment_id as "experimentId", arm.name, arm.role, arm.label,
      coalesce(sum.run_agent, arm.launch ->> 'agent') as agent, coalesce(sum.run_model, arm.launch ->> 'model') as model, sum.*
    from jsonb_to_recordset(${ids}::jsonb) as wanted (team_id text, id text)
    join arm on arm.team_id = wanted.team_id and arm.experiment_id = wanted.id
    cross join lateral (
      select count(*) filter (where status in ('queued', 'starting', 'running'))::integer as live,
        count(*) filter (where status = 'succeeded')::integer as succeeded,
        count(*) filter (where status = 'failed')::integer as failed,
        count(*) filter (where status = 'cancelled')::integer as cancelled,
        count(*) filter (where status = 'orphaned')::integer as orphaned,
        case when count(planned_trials) = count(*) then sum(planned_trials)::integer end as "plannedTrials",
        coalesce(sum(trials_running), 0)::integer as "trialsRunning",
        coalesce(sum(trials_passed), 0)::integer as "trialsPassed",
        coalesce(sum(trials_failed), 0)::integer as "trialsFailed",
        coalesce(sum(trials_errored), 0)::integer as "trialsErrored",
        coalesce(sum(trials_missing), 0)::integer as "trialsMissing",
        coalesce(sum(decided_passed), 0)::integer as "decidedPassed",
        coalesce(sum(decided_trials), 0)::integer as "decidedTrials",
        sum(cost_usd) as "costUsd", coalesce(sum(unpriced_trials), 0)::integer as "unpricedTrials",
        coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
        coalesce(sum(cached_input_tokens), 0)::float8 as "cachedInputTokens",
        coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
        min(started_at) as "startedAt",
        case when count(finished_at) = count(*) then max(finished_at) end as "finishedAt",
        (array_agg(run.agent order by seq desc))[1] as run_agent, (array_agg(run.model order by seq desc))[1] as run_model
      from run where run.team_id = arm.team_id and run.experiment_id = arm.experiment_id and run.arm_name = arm.name
    ) as sum
    order by arm.team_id, arm.experiment_id, ${armOrder}`)
  const byExperiment = new Map<string, ArmFigures[]>()
  for (const row of rows) {
    const key = `${row.teamId}/${row.experimentId}`
    byExperiment.set(key, [...(byExperiment.get(key) ?? []), toFigures(row)])
  }
  return byExperiment
}

function toFigures(row: RawFigures): ArmFigures {
  const { live, succeeded, failed, cancelled, orphaned } = row
  return {
    name: row.name,
    role: row.role,
    label: row.label,
    agent: row.agent,
    model: row.model,
    runs: { live, succeeded, failed, cancelled, orphaned },
    plannedTrials: row.plannedTrials,
    trials: {
      running: row.trialsRunning,
      passed: row.trialsPassed,
      failed: row.trialsFailed,
      errored: row.trialsErrored,
      missing: row.trialsMissing,
    },
    decidedPassed: row.decidedPassed,
    decidedTrials: row.decidedTrials,
    costUsd: row.costUsd,
    unpricedTrials: row.unpricedTrials,
    inputTokens: row.inputTokens,
    cachedInputTokens: row.cachedInputTokens,
    outputTokens: row.outputTokens,
    startedAt: row.startedAt === null ? null : new Date(row.startedAt),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
  }
}
