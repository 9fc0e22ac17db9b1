import type { ScannedTrial } from '@paddock/domain'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { Db } from '../db.ts'
import { finishRun } from '../queue/finish-run.ts'
import type { RunRow } from '../rows.ts'
import { run, trial } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register } from '../testing/fixtures.ts'
import { scannedTrial } from '../testing/trial.ts'
import { listTrials } from './list-trials.ts'
import { recordTrials } from './record-trials.ts'
import { siblings } from './siblings.ts'
import { spentOnTrials } from './spent-on-trials.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url)
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

async function startedRun(db: Db): Promise<RunRow> {
  const teamId = await createTeam(db)
  await enqueue(db, { teamId })
  const claim = await claimIn(db, teamId, await register(db))
  const [claimed] = claim.runs
  if (claimed === undefined) throw new Error('nothing was claimed')
  return claimed
}

const running: Partial<ScannedTrial> = {
  verdict: 'none',
  termination: 'running',
  reward: null,
  rewards: {},
  costUsd: null,
  costSource: 'unknown',
  tokens: null,
  finishedAt: null,
}

async function record(db: Db, held: RunRow, trials: ScannedTrial[], gone: string[] = []) {
  return recordTrials(db, {
    runId: held.id,
    epoch: held.epoch,
    trials,
    gone,
    plannedTrials: null,
    metrics: {},
    metadata: {},
  })
}

const counters = async (db: Db, id: string) => {
  const [row] = await db.select().from(run).where(eq(run.id, id))
  if (row === undefined) throw new Error('no such run')
  return row
}

test('counters follow what each trial becomes, and costs do not drift', async () => {
  const { db } = pool
  const held = await startedRun(db)
  await record(db, held, [scannedTrial('a__1', running), scannedTrial('b__1', running), scannedTrial('c__1', running)])
  expect(await counters(db, held.id)).toMatchObject({
    trialsRunning: 3,
    decidedTrials: 0,
    costUsd: null,
    unpricedTrials: 0,
  })
  await record(db, held, [
    scannedTrial('a__1'),
    scannedTrial('b__1', { verdict: 'fail', reward: 0, costUsd: 0.2 }),
    scannedTrial('c__1', {
      verdict: 'none',
      termination: 'infra_error',
      errorType: 'SetupError',
      reward: null,
      costUsd: null,
    }),
  ])
  expect(await counters(db, held.id)).toMatchObject({
    trialsRunning: 0,
    trialsPassed: 1,
    trialsFailed: 1,
    trialsErrored: 1,
    decidedTrials: 2,
    decidedPassed: 1,
    costUsd: 0.3,
    pricedTrials: 2,
    unpricedTrials: 1,
    inputTokens: 300,
    cachedInputTokens: 120,
    outputTokens: 30,
  })
  // An error with a verdict is a decided pass and an errored trial.
  await record(db, held, [
    scannedTrial('b__1', { verdict: 'pass', termination: 'agent_timeout', errorType: 'AgentTimeoutError' }),
  ])
  expect(await counters(db, held.id)).toMatchObject({
    trialsPassed: 1,
    trialsFailed: 0,
    trialsErrored: 2,
    decidedTrials: 2,
    decidedPassed: 2,
    costUsd: 0.2,
  })
})

test('a scan that says the same again changes no row', async () => {
  const { db } = pool
  const held = await startedRun(db)
  expect((await record(db, held, [scannedTrial('a__1'), scannedTrial('a__2')])).changed).toHaveLength(2)
  expect(await record(db, held, [scannedTrial('a__1'), scannedTrial('a__2')])).toEqual({ fenced: false, changed: [] })
})

test('attempts are ranked by start, then name, unless the benchmark numbers them', async () => {
  const { db } = pool
  const held = await startedRun(db)
  const at = (minute: number) => ({ startedAt: `2026-01-01T00:0${minute}:00.000Z` })
  await record(db, held, [
    scannedTrial('t__b', at(2)),
    scannedTrial('t__c', at(2)),
    scannedTrial('t__z', { ...at(1), agent: 'other' }),
  ])
  const { changed } = await record(db, held, [scannedTrial('t__a', at(1)), scannedTrial('t__d', { startedAt: null })])
  const rows = await db.select().from(trial).where(eq(trial.runId, held.id))
  expect(Object.fromEntries(rows.map((row) => [row.name, row.attempt]))).toEqual({
    t__a: 1,
    t__b: 2,
    t__c: 3,
    t__d: 4,
    t__z: 1,
  })
  expect(changed.map((row) => row.name).sort()).toEqual(['t__a', 't__b', 't__c', 't__d'])
  await record(db, held, [scannedTrial('n__1', { attempt: 7 })])
  expect(await db.select().from(trial).where(eq(trial.name, 'n__1'))).toMatchObject([{ attempt: 7 }])
})

test('a trial whose files vanished keeps its result; one that ran is missing until it is seen again', async () => {
  const { db } = pool
  const held = await startedRun(db)
  await record(db, held, [scannedTrial('done__1'), scannedTrial('open__1', running)])
  await record(db, held, [], ['done__1', 'open__1'])
  const rows = await db.select().from(trial).where(eq(trial.runId, held.id)).orderBy(trial.name)
  expect(rows).toMatchObject([
    { status: 'pass', goneAt: expect.any(Date) },
    { status: 'missing', goneAt: expect.any(Date) },
  ])
  expect(await counters(db, held.id)).toMatchObject({
    trialsPassed: 1,
    trialsRunning: 0,
    trialsMissing: 1,
    decidedTrials: 1,
  })
  await record(db, held, [scannedTrial('open__1')])
  expect(await counters(db, held.id)).toMatchObject({ trialsPassed: 2, trialsMissing: 0, decidedTrials: 2 })
})

test('NUL, lone surrogates, NaN and negative figures do not stop a batch', async () => {
  const { db } = pool
  const held = await startedRun(db)
  const result = await record(db, held, [
    scannedTrial('x__1', {
      errorMessage: 'nul \0 and \ud800',
      costUsd: Number.NaN,
      reward: Number.POSITIVE_INFINITY,
      rewards: { good: 1, bad: Number.NaN },
      tokens: { input: -5, cachedInput: 2 ** 60, output: 3.4 },
      raw: { deep: ['\0', { '\ud800': Number.NaN }] },
      startedAt: 'yesterday',
    }),
    scannedTrial('y__1', { costUsd: -3 }),
    scannedTrial('y__1', { costUsd: 2 }),
  ])
  expect(result.changed).toHaveLength(2)
  const rows = await db.select().from(trial).where(eq(trial.runId, held.id)).orderBy(trial.name)
  expect(rows[0]).toMatchObject({
    errorMessage: 'nul \uFFFD and \uFFFD',
    costUsd: null,
    reward: null,
    rewards: { good: 1 },
    inputTokens: null,
    cachedInputTokens: null,
    outputTokens: 3,
    startedAt: null,
    durationMs: null,
    raw: { deep: ['\uFFFD', { '\uFFFD': null }] },
  })
  expect(rows[1]?.costUsd).toBe(2)
})

test('results are written by the holder of the epoch alone, also after the end', async () => {
  const { db } = pool
  const held = await startedRun(db)
  expect((await record(db, { ...held, epoch: held.epoch - 1 }, [scannedTrial('a__1')])).fenced).toBe(true)
  expect((await record(db, { ...held, epoch: held.epoch + 1 }, [scannedTrial('a__1')])).fenced).toBe(true)
  await finishRun(db, { runId: held.id, epoch: held.epoch, outcome: { status: 'succeeded' }, treeGone: true })
  expect((await record(db, held, [scannedTrial('a__1')])).changed).toHaveLength(1)
  expect(await counters(db, held.id)).toMatchObject({ trialsPassed: 1, status: 'succeeded' })
})

const errored: Partial<ScannedTrial> = {
  ...{ verdict: 'none', termination: 'infra_error', reward: null, rewards: {}, errorType: 'SetupError', costUsd: 0.5 },
}

/** As a resume leaves it: the same run, its next attempt. */
async function nextEpoch(db: Db, held: RunRow): Promise<RunRow> {
  const [row] = await db
    .update(run)
    .set({ epoch: held.epoch + 1, status: 'running' })
    .where(eq(run.id, held.id))
    .returning()
  if (row === undefined) throw new Error('no such run')
  return row
}

const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))

async function attemptsOf(db: Db, id: string) {
  const rows = await db.select().from(trial).where(eq(trial.runId, id)).orderBy(trial.attempt, trial.epoch)
  return rows.map((row) => [row.name, row.attempt, row.epoch, row.status, row.supersededAt !== null])
}

test('a trial that a resume runs again takes the number of the one it replaces, whose spend stays', async () => {
  const { db } = pool
  const held = await startedRun(db)
  const second = { startedAt: '2026-01-01T00:00:01.000Z' }
  await record(db, held, [scannedTrial('a__x', errored), scannedTrial('a__y', second), scannedTrial('b__x')])
  const later = await nextEpoch(db, held)
  const batch = { runId: held.id, epoch: later.epoch, plannedTrials: 3, metrics: {}, metadata: {} }
  const again = { ...running, startedAt: '2026-01-02T00:00:00.000Z' }
  const news = {
    ...batch,
    trials: [scannedTrial('a__y', second), scannedTrial('a__z', again)],
    gone: [],
    taken: ['a__x'],
  }
  const recorded = await recordTrials(db, news)
  expect(recorded.changed.map(({ name }) => name).toSorted(byText)).toEqual(['a__x', 'a__z'])
  expect(await counters(db, held.id)).toMatchObject({
    ...{ trialsRunning: 1, trialsPassed: 2, trialsErrored: 0, decidedTrials: 2, plannedTrials: 3 },
    ...{ costUsd: 0.7, pricedTrials: 3 },
  })
  await recordTrials(db, { ...batch, trials: [scannedTrial('a__z', { startedAt: again.startedAt })], gone: [] })
  expect(await attemptsOf(db, held.id)).toEqual([
    ['a__x', 1, 1, 'error', true],
    ['b__x', 1, 1, 'pass', false],
    ['a__z', 1, 2, 'pass', false],
    ['a__y', 2, 1, 'pass', false],
  ])
  expect(await counters(db, held.id)).toMatchObject({ trialsRunning: 0, trialsPassed: 3, costUsd: 0.8 })
  const spent = (names: string[]) => spentOnTrials(db, { runId: held.id, names })
  expect([await spent([]), await spent(['a__x', 'b__x'])], 'a budget counts what was replaced, once').toEqual([
    0.5, 0.6,
  ])
  const errors = await listTrials(db, { runId: held.id, status: 'error', limit: 9 })
  expect(errors.trials, 'what was replaced is listed with the others only').toEqual([])
  const idOf = async (name: string) => (await db.select().from(trial).where(eq(trial.name, name)))[0]?.id ?? ''
  const relatives = async (name: string) =>
    (await siblings(db, await idOf(name))).map(({ attempt, status }) => [attempt, status])
  expect(await relatives('a__z')).toEqual([
    [1, 'pass'],
    [2, 'pass'],
  ])
  expect(await relatives('a__x')).toEqual([
    [1, 'error'],
    [1, 'pass'],
    [2, 'pass'],
  ])
})

test('a trial that is run again under its old name loses neither its old result nor what that cost', async () => {
  const { db } = pool
  const held = await startedRun(db)
  await record(db, held, [scannedTrial('a__1', { ...errored, attempt: 1 })])
  const later = await nextEpoch(db, held)
  // The same execution, seen once more by the later attempt, is no other one.
  await record(db, later, [scannedTrial('a__1', { ...errored, attempt: 1, errorMessage: 'more words' })])
  expect(await attemptsOf(db, held.id)).toEqual([['a__1', 1, 1, 'error', false]])
  const batch = { runId: held.id, epoch: later.epoch, plannedTrials: null, metrics: {}, metadata: {}, gone: [] }
  const again = scannedTrial('a__1', { attempt: 1, startedAt: '2026-01-02T00:00:00.000Z' })
  const replaced = [{ name: 'a__1', startedAt: scannedTrial('a__1').startedAt }]
  await recordTrials(db, { ...batch, trials: [{ ...again, ...running }], replaced })
  // Told once more, as a daemon does that did not hear the answer.
  await recordTrials(db, { ...batch, trials: [again], replaced })
  expect(await attemptsOf(db, held.id)).toEqual([
    ['a__1.superseded-1', 1, 1, 'error', true],
    ['a__1', 1, 2, 'pass', false],
  ])
  expect(await counters(db, held.id)).toMatchObject({
    trialsPassed: 1,
    trialsErrored: 0,
    costUsd: 0.6,
    pricedTrials: 2,
  })

  const third = [{ name: 'a__1', startedAt: again.startedAt }]
  const last = { ...again, startedAt: '2026-01-03T00:00:00.000Z' }
  await recordTrials(db, { ...batch, trials: [last], replaced: third })
  expect((await attemptsOf(db, held.id)).map(([name]) => name).toSorted(byText)).toEqual([
    'a__1',
    'a__1.superseded-1',
    'a__1.superseded-2',
  ])
  expect(await counters(db, held.id)).toMatchObject({ trialsPassed: 1, costUsd: 0.7 })
})

test('a run that was requeued pooled the trials of both attempts: those of the lost one are superseded, their spend stays', async () => {
  const { db } = pool
  const held = await startedRun(db)
  const lateStart = { startedAt: '2026-01-02T00:00:00.000Z' }
  await record(db, held, [scannedTrial('a__x'), scannedTrial('b__x'), scannedTrial('c__x', running)])
  const later = await nextEpoch(db, held)
  const batch = { runId: held.id, epoch: later.epoch, plannedTrials: 3, metrics: {}, metadata: {}, gone: [] }
  const empty = await recordTrials(db, { ...batch, trials: [], found: [] })
  expect(empty.changed.map(({ name }) => name).toSorted(byText)).toEqual(['a__x', 'b__x', 'c__x'])
  expect(await counters(db, held.id)).toMatchObject({
    trialsRunning: 0,
    trialsPassed: 0,
    trialsMissing: 0,
    costUsd: 0.2,
  })
  const again = ['a__y', 'b__y', 'c__y'].map((name) => scannedTrial(name, lateStart))
  await recordTrials(db, { ...batch, trials: again, found: null })
  expect(await recordTrials(db, { ...batch, trials: [], found: [...again.map(({ name }) => name)] })).toMatchObject({
    changed: [],
  })
  expect((await attemptsOf(db, held.id)).toSorted(byText)).toEqual([
    ['a__x', 1, 1, 'pass', true],
    ['a__y', 1, 2, 'pass', false],
    ['b__x', 1, 1, 'pass', true],
    ['b__y', 1, 2, 'pass', false],
    ['c__x', 1, 1, 'missing', true],
    ['c__y', 1, 2, 'pass', false],
  ])
  expect(await counters(db, held.id)).toMatchObject({
    trialsRunning: 0,
    trialsPassed: 3,
    decidedTrials: 3,
    costUsd: 0.5,
  })
})

test('a requeued run that goes on where it stood keeps what it finds there; what is removed later is superseded too', async () => {
  const { db } = pool
  const held = await startedRun(db)
  await record(db, held, [scannedTrial('a__x'), scannedTrial('b__x', running)])
  const later = await nextEpoch(db, held)
  const batch = { runId: held.id, epoch: later.epoch, plannedTrials: 2, metrics: {}, metadata: {} }
  const found = [scannedTrial('a__x'), scannedTrial('b__x', running)]
  await recordTrials(db, { ...batch, trials: found, gone: [], found: found.map(({ name }) => name) })
  expect(await counters(db, held.id)).toMatchObject({ trialsRunning: 1, trialsPassed: 1, costUsd: 0.1 })
  const fresh = scannedTrial('b__y', { startedAt: '2026-01-02T00:00:00.000Z' })
  await recordTrials(db, { ...batch, trials: [fresh], gone: ['b__x'], found: null })
  expect(await attemptsOf(db, held.id)).toMatchObject([
    ['a__x', 1, 1, 'pass', false],
    ['b__x', 1, expect.any(Number), 'missing', true],
    ['b__y', 1, 2, 'pass', false],
  ])
})

test('a requeued run gave the rows of the lost attempt to trials of the same names: the spend of those was lost', async () => {
  const { db } = pool
  const held = await startedRun(db)
  const numbered = { attempt: 1 }
  await record(db, held, [scannedTrial('a__1', numbered), scannedTrial('b__1', { ...numbered, startedAt: null })])
  const later = await nextEpoch(db, held)
  const batch = { runId: held.id, epoch: later.epoch, plannedTrials: 2, metrics: {}, metadata: {}, gone: [] }
  await recordTrials(db, { ...batch, trials: [], found: [] })
  const again = ['a__1', 'b__1'].map((name) =>
    scannedTrial(name, { ...numbered, startedAt: name === 'a__1' ? '2026-01-02T00:00:00.000Z' : null }),
  )
  await recordTrials(db, { ...batch, trials: again, found: null })
  await recordTrials(db, { ...batch, trials: again, found: null })
  expect((await attemptsOf(db, held.id)).toSorted(byText)).toEqual([
    ['a__1', 1, 2, 'pass', false],
    ['a__1.superseded-1', 1, 1, 'pass', true],
    ['b__1', 1, 2, 'pass', false],
    ['b__1.superseded-1', 1, 1, 'pass', true],
  ])
  expect(await counters(db, held.id)).toMatchObject({ trialsPassed: 2, costUsd: 0.4, pricedTrials: 4 })
})

test('a disk that was away for the first scan supersedes nothing for good: what is found again stands', async () => {
  const { db } = pool
  const held = await startedRun(db)
  await record(db, held, [scannedTrial('a__x')])
  const later = await nextEpoch(db, held)
  const batch = { runId: held.id, epoch: later.epoch, plannedTrials: 1, metrics: {}, metadata: {}, gone: [] }
  await recordTrials(db, { ...batch, trials: [], found: [] })
  await recordTrials(db, { ...batch, trials: [scannedTrial('a__x')], found: null })
  expect(await attemptsOf(db, held.id)).toEqual([['a__x', 1, 1, 'pass', false]])
  expect(await counters(db, held.id)).toMatchObject({ trialsPassed: 1, costUsd: 0.1 })
})
