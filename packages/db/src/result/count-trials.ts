import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** What the counters of a run sum. Superseded trials count for nothing but what was paid for them. */
export interface TrialCounts extends Record<string, unknown> {
  running: number
  passed: number
  failed: number
  errored: number
  missing: number
  decided: number
  decidedPassed: number
  priced: number
  unpriced: number
  costUsd: number
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
}

const none: TrialCounts = {
  running: 0,
  passed: 0,
  failed: 0,
  errored: 0,
  missing: 0,
  decided: 0,
  decidedPassed: 0,
  priced: 0,
  unpriced: 0,
  costUsd: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
}

/** Over some trials of a run. Index: trial_name (run_id, name). */
export async function countTrials(tx: Db, runId: string, names: readonly string[]): Promise<TrialCounts> {
  if (names.length === 0) return none
  const stands = sql.raw('superseded_at is null')
  const [row] = await tx.execute<TrialCounts>(sql`
    select
      count(*) filter (where status = 'running' and ${stands})::integer as running,
      count(*) filter (where status = 'pass' and ${stands})::integer as passed,
      count(*) filter (where status = 'fail' and ${stands})::integer as failed,
      count(*) filter (where status = 'error' and ${stands})::integer as errored,
      count(*) filter (where status = 'missing' and ${stands})::integer as missing,
      count(*) filter (where decided and ${stands})::integer as decided,
      count(*) filter (where decided and verdict = 'pass' and ${stands})::integer as "decidedPassed",
      count(cost_usd)::integer as priced,
      count(*) filter (where cost_usd is null and termination <> 'running')::integer as unpriced,
      coalesce(sum(cost_usd), 0)::float8 as "costUsd",
      coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
      coalesce(sum(cached_input_tokens), 0)::float8 as "cachedInputTokens",
      coalesce(sum(output_tokens), 0)::float8 as "outputTokens"
    from trial where run_id = ${runId} and name = any(${sql.param([...names])}::text[])`)
  return row ?? none
}

/** Moves the counters of a run, whose row is locked, from `before` to `after`; writes nothing where nothing changed. */
export async function updateCounters(
  tx: Db,
  runId: string,
  before: TrialCounts,
  after: TrialCounts,
  facts: { plannedTrials: number | null; metrics: unknown; metadata: unknown },
): Promise<void> {
  const by = (key: keyof typeof none) => sql`${Number(after[key]) - Number(before[key])}`
  const moved = Object.keys(none).some((key) => after[key] !== before[key])
  const metrics = sql`${JSON.stringify(facts.metrics)}::jsonb`
  const metadata = sql`${JSON.stringify(facts.metadata)}::jsonb`
  // Sums of binary fractions drift when they go up and down; a billionth of a dollar is below any price.
  await tx.execute(sql`
    update run set
      trials_running = trials_running + ${by('running')}::integer,
      trials_passed = trials_passed + ${by('passed')}::integer,
      trials_failed = trials_failed + ${by('failed')}::integer,
      trials_errored = trials_errored + ${by('errored')}::integer,
      trials_missing = trials_missing + ${by('missing')}::integer,
      decided_trials = decided_trials + ${by('decided')}::integer,
      decided_passed = decided_passed + ${by('decidedPassed')}::integer,
      priced_trials = priced_trials + ${by('priced')}::integer,
      unpriced_trials = unpriced_trials + ${by('unpriced')}::integer,
      cost_usd = case when priced_trials + ${by('priced')}::integer > 0
        then round((coalesce(cost_usd, 0) + ${by('costUsd')}::float8)::numeric, 9)::float8 end,
      input_tokens = input_tokens + ${by('inputTokens')}::bigint,
      cached_input_tokens = cached_input_tokens + ${by('cachedInputTokens')}::bigint,
      output_tokens = output_tokens + ${by('outputTokens')}::bigint,
      planned_trials = coalesce(${facts.plannedTrials}::integer, planned_trials),
      metrics = ${metrics}, metadata = ${metadata}
    where id = ${runId} and (${moved}::boolean or metrics is distinct from ${metrics} or metadata is distinct from ${metadata}
      or planned_trials is distinct from coalesce(${facts.plannedTrials}::integer, planned_trials))`)
}
