import type { ScannedTrial } from '@paddock/domain'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { appendOutput } from '../result/append-output.ts'
import { listEvents } from '../result/list-events.ts'
import { listTrials } from '../result/list-trials.ts'
import { readOutput } from '../result/read-output.ts'
import { recordTrials } from '../result/record-trials.ts'
import type { RunRow } from '../rows.ts'
import { beatRunner } from '../runner/beat-runner.ts'
import { run } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register, unique } from '../testing/fixtures.ts'
import { scannedTrial } from '../testing/trial.ts'
import { enqueueRun, type NewRun } from './enqueue-run.ts'
import { expireQueued } from './expire-queued.ts'
import { finishRun } from './finish-run.ts'
import { giveUpRun } from './give-up-run.ts'
import { releaseRun } from './release-run.ts'
import { requestCancel } from './request-cancel.ts'
import { requeueRun } from './requeue-run.ts'
import { retryRun } from './retry-run.ts'
import { startRun } from './start-run.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url, { max: 20 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

async function claimed(request: Partial<NewRun> = {}) {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId, ...request })
  const runner = await register(db)
  const [held] = (await claimIn(db, teamId, runner)).runs
  if (held === undefined) throw new Error('nothing was claimed')
  return { db, teamId, runner, held }
}

async function readRun(id: string): Promise<RunRow> {
  const [row] = await pool.db.select().from(run).where(eq(run.id, id))
  if (row === undefined) throw new Error(`no run ${id}`)
  return row
}

const command = { argv: ['true'], cwd: '/', envNames: ['PATH'] }
const ok = { status: 'succeeded', exitCode: 0 } as const
const bad = { status: 'failed', exitCode: 1, errorCode: 'PROCESS_FAILED', errorMessage: 'exit 1' } as const

test('a run walks from queued to succeeded, each step an event in order', async () => {
  const { db, held } = await claimed()
  const started = await startRun(db, { runId: held.id, epoch: 1, command, directory: '/jobs/x', pid: 7 })
  expect(started).toMatchObject({ status: 'running', command, directory: '/jobs/x', startedAt: expect.any(Date) })
  expect(await startRun(db, { runId: held.id, epoch: 1, command, directory: null, pid: 8 })).toBeNull()
  expect(await finishRun(db, { runId: held.id, epoch: 1, outcome: ok, treeGone: true })).toMatchObject({
    status: 'succeeded',
    exitCode: 0,
    finishedAt: expect.any(Date),
    treeGoneAt: expect.any(Date),
  })
  const events = await listEvents(db, { runId: held.id })
  expect(events.map(({ seq, kind, epoch }) => [seq, kind, epoch])).toEqual([
    [1, 'queued', 0],
    [2, 'claimed', 1],
    [3, 'started', 1],
    [4, 'succeeded', 1],
  ])
  expect(await listEvents(db, { runId: held.id, after: 3 })).toHaveLength(1)
})

test('case 32: of a success and a failure at the same moment one stands, and the workspace is given on once', async () => {
  const workspaceKey = unique('/w/')
  const { db, teamId, runner, held } = await claimed({ workspaceKey })
  for (let i = 0; i < 3; i += 1) await enqueue(db, { teamId, workspaceKey })
  await claimIn(db, teamId, runner)
  const finishes = await Promise.all(
    [ok, bad, ok, bad].map((outcome) => finishRun(db, { runId: held.id, epoch: 1, outcome, treeGone: true })),
  )
  const [winner, ...others] = finishes.filter((row) => row !== null)
  expect(others).toEqual([])
  expect(await readRun(held.id)).toEqual(winner)
  const waiters = await db.execute<{ dispatch: string }>(
    sql`select dispatch from run where workspace_key = ${workspaceKey} and status = 'queued' order by sort_key`,
  )
  expect(waiters.map(({ dispatch }) => dispatch)).toEqual(['ready', 'parked', 'parked'])
})

test('case 11: a late beat does not move a finished run back to running', async () => {
  const { db, held, runner } = await claimed()
  await startRun(db, { runId: held.id, epoch: 1, command, directory: null, pid: 7 })
  await finishRun(db, { runId: held.id, epoch: 1, outcome: ok, treeGone: true })
  expect(await beatRunner(db, runner.id)).toMatchObject({ held: [] })
  expect(await startRun(db, { runId: held.id, epoch: 1, command, directory: null, pid: 7 })).toBeNull()
  expect((await readRun(held.id)).status).toBe('succeeded')
})

test('case 30: a finish under another epoch is refused', async () => {
  const { db, held } = await claimed()
  for (const epoch of [0, 2]) {
    expect(await finishRun(db, { runId: held.id, epoch, outcome: ok, treeGone: true })).toBeNull()
  }
  expect((await readRun(held.id)).status).toBe('starting')
})

test('a queued run is cancelled at once, and nobody claims it', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const queued = await enqueue(db, { teamId })
  expect(await requestCancel(db, { runId: queued.id, reason: 'wrong model', by: null })).toBe('cancelled')
  expect(await readRun(queued.id)).toMatchObject({
    status: 'cancelled',
    dispatch: null,
    errorCode: 'CANCELLED',
    errorMessage: 'wrong model',
    treeGoneAt: expect.any(Date),
  })
  expect((await claimIn(db, teamId, await register(db))).runs).toEqual([])
  expect(await requestCancel(db, { runId: queued.id, reason: null, by: null })).toBe('terminal')
  expect(await requestCancel(db, { runId: 'rnothing', reason: null, by: null })).toBeNull()
})

test('a cancel of a held run reaches its runner by the beat; a success that beat it stays, a failure after it is cancelled', async () => {
  for (const [outcome, status] of [
    [ok, 'succeeded'],
    [bad, 'cancelled'],
  ] as const) {
    const { db, held, runner } = await claimed()
    expect(await requestCancel(db, { runId: held.id, reason: 'enough', by: null })).toBe('requested')
    expect(await requestCancel(db, { runId: held.id, reason: 'second', by: null })).toBe('requested')
    expect(await beatRunner(db, runner.id)).toMatchObject({
      held: [{ runId: held.id, epoch: 1, cancelRequestedAt: expect.any(Date), cancelReason: 'enough' }],
    })
    expect(await finishRun(db, { runId: held.id, epoch: 1, outcome, treeGone: true })).toMatchObject({ status })
  }
})

test('case 48: a run cancelled between claim and start is never queued again', async () => {
  const { db, held } = await claimed()
  await requestCancel(db, { runId: held.id, reason: 'too late', by: null })
  expect(await releaseRun(db, { runId: held.id, epoch: 1, reason: 'cancelled before spawn' })).toMatchObject({
    status: 'cancelled',
    errorMessage: 'too late',
  })
})

test('case 26: what an orphaned run said and solved is kept, what was open is missing; nothing is added any more', async () => {
  const { db, held } = await claimed()
  const say = (seq: number, text: string) => {
    const chunks = [{ seq, stream: 'stdout' as const, text, firstLine: seq }]
    return appendOutput(db, { runId: held.id, epoch: 1, chunks, limits })
  }
  const scan = (...trials: ScannedTrial[]) =>
    recordTrials(db, {
      ...{ runId: held.id, epoch: 1, trials, gone: [], plannedTrials: 3, metrics: {}, metadata: {} },
    })
  await startRun(db, { runId: held.id, epoch: 1, command, directory: '/jobs/x', pid: 7 })
  expect(await say(1, 'half of the\n')).toBe('written')
  await scan(
    scannedTrial('solved__1'),
    scannedTrial('open__1', { verdict: 'none', termination: 'running', reward: null, rewards: {}, finishedAt: null }),
  )
  await db.execute(sql`update run set lost_at = clock_timestamp() where id = ${held.id}`)
  expect(await giveUpRun(db, { runId: held.id, by: 'op' })).toMatchObject({ status: 'orphaned', epoch: 2 })
  expect(await say(2, 'story\n')).toBe('fenced')
  expect((await scan(scannedTrial('open__1'))).fenced).toBe(true)
  expect((await readOutput(db, { runId: held.id }))?.chunks.map(({ text }) => text)).toEqual(['half of the\n'])
  const { trials } = await listTrials(db, { runId: held.id, limit: 10 })
  expect(trials.map(({ task, status }) => `${task} ${status}`).sort()).toEqual(['open error', 'solved pass'])
  // Fewer than planned: that is how a page knows that these figures are of a part.
  const counted = { trialsPassed: 1, trialsRunning: 0, trialsErrored: 1, decidedTrials: 1 }
  expect(await readRun(held.id)).toMatchObject({ plannedTrials: 3, ...counted })
})

test('case 13: a cancel that races a release never leaves a queued run behind', async () => {
  for (let round = 0; round < 25; round += 1) {
    const { db, held } = await claimed()
    const [, answer] = await Promise.all([
      releaseRun(db, { runId: held.id, epoch: 1, reason: 'no disk' }),
      requestCancel(db, { runId: held.id, reason: null, by: null }),
    ])
    expect(['cancelled', 'requested']).toContain(answer)
    expect((await readRun(held.id)).status).toBe('cancelled')
  }
})

test('a cancel that races a claim is terminal, or reaches the claimer', async () => {
  const { db } = pool
  for (let round = 0; round < 25; round += 1) {
    const teamId = await createTeam(db)
    const queued = await enqueue(db, { teamId })
    const runner = await register(db)
    const [claim, answer] = await Promise.all([
      claimIn(db, teamId, runner),
      requestCancel(db, { runId: queued.id, reason: null, by: null }),
    ])
    const row = await readRun(queued.id)
    if (answer === 'cancelled') {
      expect(claim.runs).toEqual([])
      expect(row.status).toBe('cancelled')
    } else {
      expect(answer).toBe('requested')
      expect(claim.runs).toHaveLength(1)
      expect(row).toMatchObject({ status: 'starting', cancelRequestedAt: expect.any(Date) })
    }
  }
})

test('a released run costs nothing and is claimed again under the next epoch', async () => {
  const { db, teamId, runner, held } = await claimed({ workspaceKey: unique('/w/') })
  expect(await releaseRun(db, { runId: held.id, epoch: 1, reason: 'spawn failed' })).toMatchObject({
    status: 'queued',
    dispatch: 'ready',
    infraAttempts: 0,
  })
  expect(await finishRun(db, { runId: held.id, epoch: 1, outcome: ok, treeGone: true })).toBeNull()
  expect((await claimIn(db, teamId, runner)).runs).toMatchObject([{ id: held.id, epoch: 2 }])
})

test('case 39: a run that no runner could spawn went to the head of the queue for a week; failed starts on two hosts end it', async () => {
  const { db, teamId, runner, held } = await claimed({ workspaceKey: unique('/w/') })
  const failed = { runId: held.id, reason: 'spawn failed: /work: EACCES', cause: 'spawn-failed' } as const
  // Given back for another reason: no start failed.
  expect(await releaseRun(db, { runId: held.id, epoch: 1, reason: 'stopping' })).toMatchObject({ status: 'queued' })
  // However often on one host: that host may be what is ill, and would fail the whole queue.
  for (const epoch of [2, 3, 4, 5, 6]) {
    expect((await claimIn(db, teamId, runner)).runs).toMatchObject([{ epoch }])
    expect(await releaseRun(db, { ...failed, epoch })).toMatchObject({ status: 'queued', infraAttempts: 0 })
  }
  expect((await claimIn(db, teamId, await register(db))).runs).toMatchObject([{ epoch: 7 }])
  expect(await releaseRun(db, { ...failed, epoch: 7 })).toMatchObject({
    ...{ status: 'failed', dispatch: null, errorCode: 'SPAWN_FAILED', finishedAt: expect.any(Date) },
    errorMessage: expect.stringMatching(/could not be started 5 times.*EACCES.*retry/),
  })
  const events = await listEvents(db, { runId: held.id })
  expect(events.filter(({ kind }) => kind === 'released')).toHaveLength(6)
  expect(events.at(-1)).toMatchObject({ kind: 'failed' })
})

test('case 39: a run that stops its runners is queued again within its budget, then ends', async () => {
  const { db, teamId, runner, held } = await claimed({ onLost: 'requeue', infraBudget: 2 })
  const stopped = (epoch: number) => requeueRun(db, { runId: held.id, epoch, reason: 'the runner was stopped' })
  expect(await stopped(1)).toMatchObject({ status: 'queued', epoch: 2, infraAttempts: 1 })
  expect((await claimIn(db, teamId, runner)).runs).toMatchObject([{ epoch: 3 }])
  expect(await stopped(3)).toMatchObject({ status: 'queued', epoch: 4, infraAttempts: 2 })
  expect((await claimIn(db, teamId, runner)).runs).toMatchObject([{ epoch: 5 }])
  expect(await stopped(5)).toMatchObject({ status: 'failed', errorCode: 'INFRA_BUDGET' })
  const other = await claimed()
  expect(await requeueRun(db, { runId: other.held.id, epoch: 1, reason: 'stopped' })).toMatchObject({
    status: 'failed',
    errorCode: 'RUNNER_STOPPED',
    errorMessage: 'stopped',
  })
})

test('case 10: a restart after days starts nothing that expired, and says so', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const old = await enqueue(db, { teamId, maxQueueAgeMs: 0 })
  const young = await enqueue(db, { teamId })
  expect((await claimIn(db, teamId, await register(db))).runs).toMatchObject([{ id: young.id }])
  expect(await expireQueued(db)).toContainEqual({ teamId, runId: old.id })
  expect(await readRun(old.id)).toMatchObject({ status: 'orphaned', errorCode: 'NEVER_STARTED' })
  const retried = await retryRun(db, { runId: old.id, name: unique('again-'), maxQueueAgeMs: 60_000, createdBy: null })
  expect(retried).toMatchObject({ kind: 'created', run: { status: 'queued', retryOf: old.id } })
})

test('case 7: a run that waits longer than any lease is still queued', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const waiting = await enqueue(db, { teamId })
  await db.execute(sql`update run set queued_at = queued_at - interval '90 seconds' where id = ${waiting.id}`)
  await expireQueued(db)
  expect((await readRun(waiting.id)).status).toBe('queued')
})

test('the same request under the same key is one run; another request under it is an error', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const request = {
    teamId,
    name: unique('run-'),
    benchmark: 'sample',
    launch: { benchmark: 'sample', tasks: 3, model: 'm' },
    requires: ['gpu', 'benchmark:sample'],
    maxQueueAgeMs: limits.maxQueueAgeMs,
    idempotencyKey: 'k1',
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => enqueueRun(db, request)))
  expect(answers.filter((answer) => answer.kind === 'created')).toHaveLength(1)
  expect(answers.filter((answer) => answer.kind === 'existing')).toHaveLength(7)
  expect(new Set(answers.map((answer) => answer.run.id)).size).toBe(1)
  // The order of keys is no difference.
  const reordered = { ...request, launch: { model: 'm', tasks: 3, benchmark: 'sample' }, name: unique('run-') }
  expect((await enqueueRun(db, reordered)).kind).toBe('existing')
  expect((await enqueueRun(db, { ...request, launch: { benchmark: 'sample', tasks: 4 } })).kind).toBe('key-conflict')
  expect((await enqueueRun(db, { ...request, idempotencyKey: 'k2' })).kind).toBe('name-taken')
})

test('case 51: an idempotent enqueue whose winner rolls back is inserted by the second', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const request = {
    teamId,
    name: unique('run-'),
    benchmark: 'sample',
    launch: { benchmark: 'sample' },
    requires: ['benchmark:sample'],
    maxQueueAgeMs: limits.maxQueueAgeMs,
    idempotencyKey: 'k',
  }
  const inserted = Promise.withResolvers<void>()
  const rollBack = Promise.withResolvers<void>()
  const winner = db.transaction(async (tx) => {
    expect((await enqueueRun(tx, request)).kind).toBe('created')
    inserted.resolve()
    await rollBack.promise
    throw new Error('rolled back')
  })
  await inserted.promise
  const second = enqueueRun(db, request)
  await waitForLockWait()
  rollBack.resolve()
  await expect(winner).rejects.toThrow('rolled back')
  expect((await second).kind).toBe('created')
})

/** Until another session waits for a transaction of ours. */
async function waitForLockWait(): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await pool.db.execute<{ waiting: number }>(
        sql`select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return row?.waiting ?? 0
    })
    .toBeGreaterThan(0)
}

test('case 16: a retry supersedes the original first; of two retries one wins', async () => {
  const { db, held } = await claimed()
  const retry = () => retryRun(db, { runId: held.id, name: unique('again-'), maxQueueAgeMs: 60_000, createdBy: null })
  expect(await retry()).toMatchObject({ kind: 'live' })
  await finishRun(db, { runId: held.id, epoch: 1, outcome: bad, treeGone: true })
  const retries = await Promise.all([retry(), retry(), retry()])
  expect(retries.filter((retried) => retried?.kind === 'created')).toHaveLength(1)
  expect(retries.filter((retried) => retried?.kind === 'superseded')).toHaveLength(2)
  expect(new Set(retries.map((retried) => retried?.run.id)).size).toBe(1)
  expect((await readRun(held.id)).supersededBy).toBe(retries[0]?.run.id)
})

test('case 2: the first run under a cap of its own weight starts', async () => {
  const { db } = pool
  const teamId = await createTeam(db, { cap: 100 })
  const first = await enqueue(db, { teamId })
  expect((await claimIn(db, teamId, await register(db))).runs).toMatchObject([{ id: first.id }])
})
