import type { Dispatch, LaunchRequest, OnLost, RunErrorCode, RunResume, RunStatus } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { organization, user } from './auth.ts'
import { count, time, usd } from './columns.ts'
import { arm } from './experiment.ts'

export const run = pgTable(
  'run',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    experimentId: text('experiment_id'),
    armName: text('arm_name'),
    benchmark: text('benchmark').notNull(),
    dataset: text('dataset'),
    agent: text('agent'),
    model: text('model'),
    origin: text('origin').$type<'launched' | 'imported'>().notNull().default('launched'),
    /** Frozen at launch. */
    launch: jsonb('launch').$type<LaunchRequest>().notNull(),

    status: text('status').$type<RunStatus>().notNull().default('queued'),
    /** Set while queued, null from the claim on. */
    dispatch: text('dispatch').$type<Dispatch>(),
    laneId: integer('lane_id').notNull(),
    priority: integer('priority').notNull().default(0),
    /** Ascending: higher priority first, then older. */
    sortKey: bigint('sort_key', { mode: 'number' })
      .notNull()
      .generatedAlwaysAs(sql`((100 - priority)::bigint << 40) + seq`),
    /** Hundredths of a unit. */
    weight: integer('weight').notNull().default(100),
    workspaceKey: text('workspace_key'),
    /** Raised at each claim and each reap; every write of a runner names it. */
    epoch: integer('epoch').notNull().default(0),
    runnerId: text('runner_id'),
    /** The host that last held it: only this host may adopt it, or prove its tree dead. */
    hostId: text('host_id'),
    onLost: text('on_lost').$type<OnLost>().notNull().default('report'),
    infraAttempts: integer('infra_attempts').notNull().default(0),
    infraBudget: integer('infra_budget').notNull().default(2),
    cancelRequestedAt: time('cancel_requested_at'),
    cancelReason: text('cancel_reason'),
    lostAt: time('lost_at'),
    /** The epoch of its last claim: the one whose process tree `treeGoneAt` speaks of. */
    treeEpoch: integer('tree_epoch').notNull().default(0),
    /** Set while no process tree of it can exist: before the first claim, and once its host proved the last one gone. */
    treeGoneAt: time('tree_gone_at').default(sql`clock_timestamp()`),
    idempotencyKey: text('idempotency_key'),
    /** sha256 of the canonical launch request: the same key with another payload is an error. */
    payloadHash: text('payload_hash').notNull(),
    retryOf: text('retry_of').references((): AnyPgColumn => run.id, { onDelete: 'set null' }),
    supersededBy: text('superseded_by').references((): AnyPgColumn => run.id, { onDelete: 'set null' }),

    queuedAt: time('queued_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: time('expires_at').notNull(),
    claimedAt: time('claimed_at'),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    timeoutMs: bigint('timeout_ms', { mode: 'number' }),
    idleTimeoutMs: bigint('idle_timeout_ms', { mode: 'number' }),
    budgetUsd: usd('budget_usd'),
    phase: text('phase'),
    exitCode: integer('exit_code'),
    exitSignal: text('exit_signal'),
    errorCode: text('error_code').$type<RunErrorCode>(),
    errorMessage: text('error_message'),
    /** What was started: argv, cwd and the names (never values) of the variables. */
    command: jsonb('command').$type<{ argv: string[]; cwd: string; envNames: string[] }>(),
    /** Where its results stand on its host. */
    directory: text('directory'),
    /** Set by `paddock resume`, for every later attempt; null for a first execution. */
    resume: jsonb('resume').$type<RunResume>(),
    eventSeq: integer('event_seq').notNull().default(0),
    /** Bytes of output in the live tail. */
    tailBytes: integer('tail_bytes').notNull().default(0),
    /** Bytes of output that the live tail no longer holds. */
    droppedBytes: count('dropped_bytes').notNull().default(0),
    logBytes: count('log_bytes').notNull().default(0),

    /** Counters of its trials, kept by the transaction that writes them. */
    plannedTrials: integer('planned_trials'),
    trialsRunning: integer('trials_running').notNull().default(0),
    trialsPassed: integer('trials_passed').notNull().default(0),
    trialsFailed: integer('trials_failed').notNull().default(0),
    trialsErrored: integer('trials_errored').notNull().default(0),
    trialsMissing: integer('trials_missing').notNull().default(0),
    /** Decided and passed, decided: the conditional rate, where an error can be a decided failure. */
    decidedPassed: integer('decided_passed').notNull().default(0),
    decidedTrials: integer('decided_trials').notNull().default(0),
    /** Null while no trial has a known cost: unknown is not 0. */
    costUsd: usd('cost_usd'),
    pricedTrials: integer('priced_trials').notNull().default(0),
    /** Ended without a known cost. */
    unpricedTrials: integer('unpriced_trials').notNull().default(0),
    inputTokens: count('input_tokens').notNull().default(0),
    cachedInputTokens: count('cached_input_tokens').notNull().default(0),
    outputTokens: count('output_tokens').notNull().default(0),
    /** The benchmark's own figures, by metric key. */
    metrics: jsonb('metrics').$type<Record<string, number>>().notNull().default({}),
    /** The adapter's own facts, verbatim. */
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),

    hidden: boolean('hidden').notNull().default(false),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
  },
  (t) => [
    foreignKey({
      columns: [t.teamId, t.experimentId, t.armName],
      foreignColumns: [arm.teamId, arm.experimentId, arm.name],
    }).onDelete('cascade'),
    unique('run_name').on(t.teamId, t.name),
    uniqueIndex('run_idempotency').on(t.teamId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check(
      'run_status',
      sql`${t.status} in ('queued', 'starting', 'running', 'succeeded', 'failed', 'cancelled', 'orphaned')`,
    ),
    check('run_dispatch', sql`${t.dispatch} in ('ready', 'parked')`),
    check('run_dispatch_while_queued', sql`(${t.dispatch} is not null) = (${t.status} = 'queued')`),
    check('run_weight', sql`${t.weight} > 0`),
    check(
      'run_finished',
      sql`(${t.finishedAt} is not null) = (${t.status} in ('succeeded', 'failed', 'cancelled', 'orphaned'))`,
    ),
    check('run_held', sql`${t.status} not in ('starting', 'running') or ${t.runnerId} is not null`),
    /** The claim. */
    index('run_ready').on(t.laneId, t.sortKey).where(sql`dispatch = 'ready'`),
    index('run_parked').on(t.workspaceKey, t.sortKey).where(sql`dispatch = 'parked'`),
    index('run_ready_by_key')
      .on(t.workspaceKey, t.sortKey)
      .where(sql`dispatch = 'ready' and workspace_key is not null`),
    index('run_held').on(t.runnerId).where(sql`status in ('starting', 'running')`),
    index('run_held_by_team').on(t.teamId, t.weight).where(sql`status in ('starting', 'running')`),
    index('run_lost').on(t.lostAt).where(sql`lost_at is not null and status in ('starting', 'running')`),
    index('run_expiry').on(t.expiresAt).where(sql`status = 'queued'`),
    /** The lists. NULLS FIRST is what ORDER BY … DESC means; an index in another order of nulls does not serve it. */
    index('run_newest').on(t.teamId, t.seq.desc().nullsFirst()),
    index('run_visible').on(t.teamId, t.seq.desc().nullsFirst()).where(sql`not hidden`),
    index('run_by_benchmark').on(t.teamId, t.benchmark, t.seq.desc().nullsFirst()),
    index('run_by_status').on(t.teamId, t.status, t.seq.desc().nullsFirst()),
    index('run_by_arm').on(t.teamId, t.experimentId, t.armName, t.seq),
    /** What a host still has to adopt, or to prove gone. */
    index('run_tree').on(t.hostId).where(sql`tree_gone_at is null`),
  ],
)
