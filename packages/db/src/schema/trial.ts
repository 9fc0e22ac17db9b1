import type { CostSource, Termination, TraceFormat, TrialPhase, TrialStatus, Verdict } from '@paddock/domain'
import { boolean, doublePrecision, foreignKey, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { count, time, usd } from './columns.ts'
import { run } from './run.ts'

export const trial = pgTable(
  'trial',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    /** The epoch of the run that produced it. */
    epoch: integer('epoch').notNull(),
    name: text('name').notNull(),
    task: text('task').notNull(),
    taskDigest: text('task_digest'),
    attempt: integer('attempt').notNull(),
    agent: text('agent'),
    model: text('model'),
    /** Derived from verdict, termination and error type by domain's `trialStatus`, stored for its index. */
    status: text('status').$type<TrialStatus>().notNull(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    termination: text('termination').$type<Termination>().notNull(),
    /** Ended and not missing, by domain's `isDecided`: what the counters of the run sum. */
    decided: boolean('decided').notNull(),
    reward: doublePrecision('reward'),
    rewards: jsonb('rewards').$type<Record<string, number>>().notNull().default({}),
    costUsd: usd('cost_usd'),
    costSource: text('cost_source').$type<CostSource>().notNull().default('unknown'),
    inputTokens: count('input_tokens'),
    cachedInputTokens: count('cached_input_tokens'),
    outputTokens: count('output_tokens'),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    durationMs: count('duration_ms'),
    phases: jsonb('phases').$type<TrialPhase[]>().notNull().default([]),
    errorType: text('error_type'),
    errorMessage: text('error_message'),
    /** Relative to the run's directory. */
    directory: text('directory'),
    raw: jsonb('raw').$type<Record<string, unknown>>().notNull().default({}),
    /** A later attempt at the same thing replaced it; its spend still counts. */
    supersededAt: time('superseded_at'),
    /** Its files vanished from disk after it had ended. */
    goneAt: time('gone_at'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('trial_name').on(t.runId, t.name),
    // trial_by_task (run_id, task, attempt) includes the columns of the matrix, which Drizzle cannot say: 0010_matrix_verdict.sql.
    index('trial_by_status').on(t.runId, t.status),
  ],
)

/** A log of a trial, read into steps. The richest of a trial (lowest rank) is the one shown. */
export const trace = pgTable(
  'trace',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id').notNull(),
    trialId: text('trial_id')
      .notNull()
      .references(() => trial.id, { onDelete: 'cascade' }),
    /** Path of the log, relative to the trial's directory. */
    source: text('source').notNull(),
    format: text('format').$type<TraceFormat>().notNull(),
    rank: integer('rank').notNull(),
    status: text('status').$type<'live' | 'ended' | 'failed'>().notNull(),
    /** Raised when chunks are written again from the start (a file shrank, a live trace was compacted). */
    generation: integer('generation').notNull().default(1),
    steps: integer('steps').notNull().default(0),
    bytes: count('bytes').notNull().default(0),
    error: text('error'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [unique('trace_source').on(t.trialId, t.source), index('trace_by_rank').on(t.trialId, t.rank)],
)

/** A file that a run or one of its trials left, archived in the blob store. */
export const artifact = pgTable(
  'artifact',
  {
    teamId: text('team_id').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    /** Null: the run's own (its log). */
    trialId: text('trial_id'),
    epoch: integer('epoch').notNull(),
    path: text('path').notNull(),
    size: count('size').notNull(),
    mediaType: text('media_type').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('artifact_path').on(t.runId, t.epoch, t.trialId, t.path).nullsNotDistinct(),
    index('artifact_of_trial').on(t.trialId),
    /** Whether anybody still refers to a blob. */
    index('artifact_blob').on(t.sha256),
    foreignKey({ columns: [t.trialId], foreignColumns: [trial.id] }).onDelete('cascade'),
  ],
)
