import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { Db } from '../db.ts'
import { inTeam } from '../in-team.ts'
import { finishRun } from '../queue/finish-run.ts'
import { recordTrials } from '../result/record-trials.ts'
import { siblings } from '../result/siblings.ts'
import type { RunRow } from '../rows.ts'
import { run, trial } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register, unique } from '../testing/fixtures.ts'
import { scannedTrial } from '../testing/trial.ts'
import { addArm } from './add-arm.ts'
import { compareRows } from './compare-rows.ts'
import { createExperiment } from './create-experiment.ts'
import { deleteExperiment } from './delete-experiment.ts'
import { editExperiment } from './edit-experiment.ts'
import { getExperiment } from './get-experiment.ts'
import { listExperiments } from './list-experiments.ts'
import { taskMatrix } from './task-matrix.ts'

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

const launch = { benchmark: 'sample' }

async function newExperiment(teamId: string, arms: [name: string, role: 'baseline' | 'variant' | null][], id = 'exp') {
  await createExperiment(pool.db, { teamId, id, goal: 'the goal', createdBy: null })
  for (const [name, role] of arms) {
    await addArm(pool.db, { teamId, experimentId: id, name, role, note: null, label: null, launch })
  }
}

async function armRun(
  db: Db,
  teamId: string,
  armName: string,
  trials: Parameters<typeof scannedTrial>[],
): Promise<RunRow> {
  await enqueue(db, { teamId, experimentId: 'exp', armName, plannedTrials: trials.length, agent: 'oracle', model: 'm' })
  const [held] = (await claimIn(db, teamId, await register(db))).runs
  if (held === undefined) throw new Error('nothing was claimed')
  await recordTrials(db, {
    runId: held.id,
    epoch: held.epoch,
    trials: trials.map((facts) => scannedTrial(...facts)),
    gone: [],
    plannedTrials: null,
    metrics: {},
    metadata: {},
  })
  return held
}

test('registering an experiment again keeps its goal, and fills an empty one', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const request = { teamId, id: 'e1', goal: '', createdBy: null }
  expect((await createExperiment(db, request)).kind).toBe('created')
  expect(await createExperiment(db, { ...request, goal: 'first' })).toMatchObject({
    kind: 'existing',
    experiment: { goal: 'first' },
  })
  expect(await createExperiment(db, { ...request, goal: 'second' })).toMatchObject({ experiment: { goal: 'first' } })
})

test('an arm needs its experiment, and a free name', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const arm = { teamId, experimentId: 'exp', name: 'a', role: null, note: null, label: null, launch }
  expect((await addArm(db, arm)).kind).toBe('no-experiment')
  await newExperiment(teamId, [['a', 'baseline']])
  expect(await addArm(db, arm)).toMatchObject({ kind: 'existing', arm: { role: 'baseline' } })
})

test('the list tells the figures of each arm from the counters of its runs', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await newExperiment(teamId, [
    ['z', 'baseline'],
    ['b', null],
    ['a', 'variant'],
  ])
  const first = await armRun(db, teamId, 'a', [['t1__1'], ['t2__1', { verdict: 'fail', costUsd: null }]])
  await armRun(db, teamId, 'a', [['t3__1', { verdict: 'none', termination: 'running', costUsd: null, tokens: null }]])
  await finishRun(db, { runId: first.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true })
  const { experiments, nextCursor } = await inTeam(db, teamId, (tx) => listExperiments(tx, { limit: 10 }))
  expect(nextCursor).toBeNull()
  expect(experiments).toHaveLength(1)
  expect(experiments[0]?.arms.map((arm) => arm.name)).toEqual(['z', 'a', 'b'])
  expect(experiments[0]?.arms[1]).toMatchObject({
    role: 'variant',
    agent: 'oracle',
    model: 'm',
    runs: { live: 1, succeeded: 1, failed: 0, cancelled: 0, orphaned: 0 },
    plannedTrials: 3,
    trials: { running: 1, passed: 1, failed: 1, errored: 0, missing: 0 },
    decidedPassed: 1,
    decidedTrials: 2,
    costUsd: 0.1,
    unpricedTrials: 1,
    inputTokens: 200,
    finishedAt: null,
  })
  expect(experiments[0]?.arms[2]).toMatchObject({
    plannedTrials: null,
    costUsd: null,
    startedAt: null,
    finishedAt: null,
  })
})

test('experiments are found by id and goal, newest first, a page at a time', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  for (const id of ['alpha', 'beta', 'gamma'])
    await createExperiment(db, { teamId, id, goal: `Goal of ${id}`, createdBy: null })
  const list = (query: { q?: string; limit: number; cursor?: string | null }) =>
    inTeam(db, teamId, (tx) => listExperiments(tx, query))
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.nextCursor })
  const seen = [...first.experiments, ...second.experiments].map((item) => item.experiment.id)
  expect([...seen].sort()).toEqual(['alpha', 'beta', 'gamma'])
  expect(second.nextCursor).toBeNull()
  expect((await list({ q: 'OF BET', limit: 5 })).experiments.map((item) => item.experiment.id)).toEqual(['beta'])
  expect((await list({ q: '%', limit: 5 })).experiments).toEqual([])
  await expect(list({ limit: 2, cursor: 'bm9uc2Vuc2U' })).rejects.toThrow(RangeError)
})

test('the matrix has every attempt by task and arm, and siblings the attempts at one task', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await newExperiment(teamId, [
    ['base', 'baseline'],
    ['variant', 'variant'],
  ])
  await armRun(db, teamId, 'variant', [
    ['t1__a', { startedAt: '2026-01-02T00:00:00Z' }],
    ['t1__b', { verdict: 'fail', reward: 0 }],
  ])
  const base = await armRun(db, teamId, 'base', [['t2__a'], ['t1__x']])
  const matrix = await inTeam(db, teamId, (tx) => taskMatrix(tx, 'exp'))
  expect(matrix?.arms).toEqual(['base', 'variant'])
  expect(
    matrix?.tasks.map((row) => [row.task, row.cells.map((cell) => cell.map((one) => [one.attempt, one.status]))]),
  ).toEqual([
    [
      't1',
      [
        [[1, 'pass']],
        [
          [1, 'fail'],
          [2, 'pass'],
        ],
      ],
    ],
    ['t2', [[[1, 'pass']], []]],
  ])
  expect(await inTeam(db, teamId, (tx) => taskMatrix(tx, 'none'))).toBeNull()
  const [one] = await db.select().from(trial).where(eq(trial.runId, base.id)).orderBy(trial.task)
  const found = await inTeam(db, teamId, (tx) => siblings(tx, one?.id ?? ''))
  expect(found.map((sibling) => [sibling.armName, sibling.attempt])).toEqual([
    ['base', 1],
    ['variant', 1],
    ['variant', 2],
  ])
  const rows = await inTeam(db, teamId, (tx) => compareRows(tx, 'exp'))
  expect(rows.map((row) => [row.armName, row.task, row.verdict])).toEqual([
    ['base', 't1', 'pass'],
    ['base', 't2', 'pass'],
    ['variant', 't1', 'fail'],
    ['variant', 't1', 'pass'],
  ])
  expect(rows[0]).toMatchObject({
    costSource: 'reported',
    startedAt: new Date('2026-01-01T00:00:00Z'),
    durationMs: 60_000,
  })
})

test('deleting an experiment is refused while an arm is live, and names it', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await newExperiment(teamId, [['a', null]])
  const held = await armRun(db, teamId, 'a', [['t__1']])
  const remove = () => inTeam(db, teamId, (tx) => deleteExperiment(tx, { experimentId: 'exp' }))
  expect(await remove()).toEqual({ kind: 'live', arms: ['a'] })
  await finishRun(db, { runId: held.id, epoch: 1, outcome: { status: 'failed' }, treeGone: true })
  expect((await inTeam(db, teamId, (tx) => getExperiment(tx, 'exp')))?.arms).toMatchObject([
    { name: 'a', runs: [{ id: held.id }] },
  ])
  expect(await remove()).toEqual({ kind: 'deleted' })
  expect(await remove()).toBeNull()
  expect(await db.select().from(run).where(eq(run.id, held.id))).toEqual([])
  expect(await db.select().from(trial).where(eq(trial.runId, held.id))).toEqual([])
})

test('an edit tells before and after; of two teams with the same id only the own one changes', async () => {
  const { db } = pool
  const [teamId, other] = [await createTeam(db), await createTeam(db)]
  const id = unique('e')
  await newExperiment(teamId, [], id)
  await newExperiment(other, [], id)
  const edited = await inTeam(db, teamId, (tx) => editExperiment(tx, id, { status: 'closed', verdict: 'B wins' }))
  expect(edited).toMatchObject({
    before: { status: 'open', verdict: null },
    after: { status: 'closed', verdict: 'B wins', goal: 'the goal' },
  })
  expect(await inTeam(db, other, (tx) => getExperiment(tx, id))).toMatchObject({ experiment: { status: 'open' } })
})
