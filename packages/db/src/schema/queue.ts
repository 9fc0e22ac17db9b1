import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { Offer } from '../runner/offer.ts'
import { organization } from './auth.ts'
import { bytes, count, time } from './columns.ts'
import { run } from './run.ts'
import { trace } from './trial.ts'

/** Requirement set × team: what the claim picks from. `requires` is sorted: labels, `benchmark:<id>`, `agent:<id>`. */
export const lane = pgTable(
  'lane',
  {
    id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    requires: text('requires').array().notNull(),
  },
  (t) => [unique('lane_requirements').on(t.teamId, t.requires)],
)

/** A team's share of the fleet, and its cap in hundredths of a weight unit (null: none). */
export const teamLimit = pgTable(
  'team_limit',
  {
    teamId: text('team_id')
      .primaryKey()
      .references(() => organization.id, { onDelete: 'cascade' }),
    weight: real('weight').notNull().default(1),
    cap: integer('cap'),
  },
  (t) => [check('team_limit_weight', sql`${t.weight} > 0`), check('team_limit_cap', sql`${t.cap} >= 0`)],
)

/** One row: the installation's cap, and the moment of the last database outage that holds the reaper back. */
export const installation = pgTable(
  'installation',
  {
    single: boolean('single').primaryKey().default(true),
    cap: integer('cap'),
    reapNotBefore: time('reap_not_before'),
    /** The last look of a reaper: ages mean nothing across a gap in which nobody looked (outage, suspended laptop). */
    watchedAt: time('watched_at'),
  },
  (t) => [check('installation_single', sql`${t.single}`)],
)

/** One row per boot of a daemon. Its lease is `beat_at`; the beat stays a non-key update. */
export const runner = pgTable(
  'runner',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    hostId: text('host_id').notNull(),
    bootId: text('boot_id').notNull(),
    pid: integer('pid').notNull(),
    version: text('version').notNull(),
    labels: text('labels').array().notNull(),
    /** Teams that it serves; null: all. */
    teams: text('teams').array(),
    /** Hundredths of a weight unit; null: no cap. */
    capacity: integer('capacity'),
    once: boolean('once').notNull().default(false),
    /** `gone`: its lease ended, or it said good-bye. */
    status: text('status').$type<'ready' | 'draining' | 'quarantined' | 'gone'>().notNull().default('ready'),
    /** Why it is quarantined, or how it went. */
    statusReason: text('status_reason'),
    configError: text('config_error'),
    /** What can be launched on it, and what cannot with the reason: benchmarks, agents, commands. */
    offers: jsonb('offers').$type<Offer[]>().notNull().default([]),
    /** What one that died at boot had to say. */
    bootLog: text('boot_log'),
    startedAt: time('started_at').notNull().defaultNow(),
    beatAt: time('beat_at').notNull().defaultNow(),
    goneAt: time('gone_at'),
  },
  (t) => [
    check('runner_status', sql`${t.status} in ('ready', 'draining', 'quarantined', 'gone')`),
    /** Not over `beat_at`: a beat stays a HOT update. */
    index('runner_alive').on(t.hostId).where(sql`status <> 'gone'`),
    index('runner_gone').on(t.goneAt).where(sql`status = 'gone'`),
    index('runner_by_host').on(t.hostId, t.startedAt.desc().nullsFirst()),
  ],
)

/** What an operator wants of the runner of that name; outlives its incarnations. */
export const runnerOrder = pgTable('runner_order', {
  name: text('name').primaryKey(),
  kind: text('kind').$type<'pause' | 'drain'>().notNull(),
  note: text('note'),
  until: time('until'),
  by: text('by').notNull(),
  at: time('at').notNull().defaultNow(),
})

/** Workspace keys: one writer each. Held by (run, epoch) until its process tree is proved dead. */
export const keyLock = pgTable(
  'key_lock',
  {
    key: text('key').primaryKey(),
    /** No foreign key: the lock is about processes, and outlives the row of their run. */
    runId: text('run_id').notNull(),
    teamId: text('team_id').notNull(),
    epoch: integer('epoch').notNull(),
    /** Only this host can prove the tree dead. */
    hostId: text('host_id').notNull(),
    takenAt: time('taken_at').notNull().defaultNow(),
  },
  (t) => [index('key_lock_run').on(t.runId), index('key_lock_host').on(t.hostId)],
)

/** Sequence numbers are taken under the run's row lock. */
export const runEvent = pgTable(
  'run_event',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    teamId: text('team_id').notNull(),
    kind: text('kind').notNull(),
    at: time('at').notNull().default(sql`clock_timestamp()`),
    epoch: integer('epoch').notNull(),
    /** Who: a user id, a runner id, or null for the system. */
    by: text('by'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.runId, t.seq] })],
)

/** The live tail, byte-capped; sequence numbers come from the daemon per (run, epoch). */
export const runOutput = pgTable(
  'run_output',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    epoch: integer('epoch').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    teamId: text('team_id').notNull(),
    stream: text('stream').$type<'stdout' | 'stderr'>().notNull(),
    /** Whole lines, ending in a newline but for a line still open. */
    text: text('text').notNull(),
    bytes: integer('bytes').notNull(),
    /** Number of the first line in the run's log, from 1. */
    firstLine: count('first_line').notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.epoch, t.seq] })],
)

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    teamId: text('team_id').references(() => organization.id, { onDelete: 'cascade' }),
    at: time('at').notNull().defaultNow(),
    by: text('by').notNull(),
    /** Address of the request, or the program. */
    origin: text('origin'),
    action: text('action').notNull(),
    object: text('object').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [index('audit_newest').on(t.teamId, t.id.desc().nullsFirst())],
)

/** Blobs by content; rows of `artifact` point at them. */
export const blob = pgTable('blob', {
  sha256: text('sha256').primaryKey(),
  size: count('size').notNull(),
  storedSize: count('stored_size').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  /** Since when no artifact was found to refer to it: after a grace its content is removed. */
  unusedSince: time('unused_since'),
})

export const traceChunk = pgTable(
  'trace_chunk',
  {
    traceId: text('trace_id')
      .notNull()
      .references(() => trace.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    teamId: text('team_id').notNull(),
    firstStep: integer('first_step').notNull(),
    steps: integer('steps').notNull(),
    /** Kind → number of steps. */
    kinds: jsonb('kinds').$type<Record<string, number>>().notNull(),
    tools: text('tools').array().notNull(),
    tokens: count('tokens').notNull(),
    rawBytes: integer('raw_bytes').notNull(),
    /** Compressed `StepSkeleton[]`. */
    skeleton: bytes('skeleton').notNull(),
    /** Compressed `Step[]`. */
    body: bytes('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.traceId, t.seq] }), index('trace_chunk_step').on(t.traceId, t.firstStep)],
)
