import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { inTeam } from '../in-team.ts'
import { finishRun } from '../queue/finish-run.ts'
import { recordTrials } from '../result/record-trials.ts'
import { fleetOffers } from '../runner/fleet-offers.ts'
import { leaveRunner } from '../runner/leave-runner.ts'
import { listRunners } from '../runner/list-runners.ts'
import { updateRunner } from '../runner/update-runner.ts'
import { claimIn, createTeam, enqueue, limits, register, unique } from '../testing/fixtures.ts'
import { scannedTrial } from '../testing/trial.ts'
import { clearFinished } from './clear-finished.ts'
import { getRun } from './get-run.ts'
import { importRun } from './import-run.ts'
import { listRuns } from './list-runs.ts'

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

test('runs are listed newest first, a page at a time, by status and benchmark, without what was hidden', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const ids: string[] = []
  for (let i = 0; i < 5; i += 1) ids.unshift((await enqueue(db, { teamId, benchmark: i % 2 ? 'odd' : 'even' })).id)
  const list = async (query: Partial<Parameters<typeof listRuns>[1]>) => {
    const page = await inTeam(db, teamId, (tx) => listRuns(tx, { limit: 10, ...query }))
    return { ids: page.runs.map((run) => run.id), nextCursor: page.nextCursor }
  }
  const first = await list({ limit: 3 })
  expect(first.ids).toEqual(ids.slice(0, 3))
  expect(await list({ limit: 3, cursor: first.nextCursor })).toEqual({ ids: ids.slice(3), nextCursor: null })
  expect((await list({ benchmark: 'odd' })).ids).toHaveLength(2)
  expect((await list({ status: ['starting', 'running'] })).ids).toEqual([])
  const runner = await register(db)
  const [held] = (await claimIn(db, teamId, runner, { limit: 1 })).runs
  expect((await list({ status: ['starting', 'running'] })).ids).toEqual([held?.id])
  if (held === undefined) return
  expect(await inTeam(db, teamId, (tx) => getRun(tx, held.id))).toMatchObject({
    run: { id: held.id },
    runner: { id: runner.id, name: runner.name, status: 'ready' },
  })
  await finishRun(db, { runId: held.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true })
  expect(await inTeam(db, teamId, (tx) => clearFinished(tx, { teamId }))).toBe(1)
  expect((await list({})).ids).toHaveLength(4)
  expect((await list({ hidden: 'include' })).ids).toHaveLength(5)
})

test('an imported run is read in by its daemon like a run of its own, once a name', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const runner = await register(db)
  const imported = {
    teamId,
    name: 'old-job',
    experimentId: null,
    armName: null,
    benchmark: 'sample',
    dataset: null,
    agent: null,
    model: null,
    launch: { benchmark: 'sample' },
    plannedTrials: 1,
    runnerId: runner.id,
    hostId: runner.hostId,
    directory: '/jobs/old-job',
    startedAt: new Date('2025-01-01T00:00:00Z'),
  }
  const { kind, run } = await importRun(db, imported)
  expect(kind).toBe('created')
  const facts = { gone: [], plannedTrials: null, metrics: {}, metadata: {} }
  expect(await recordTrials(db, { runId: run.id, epoch: 1, trials: [scannedTrial('t__1')], ...facts })).toMatchObject({
    fenced: false,
  })
  expect(
    await finishRun(db, { runId: run.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true }),
  ).toMatchObject({
    status: 'succeeded',
    origin: 'imported',
    trialsPassed: 1,
  })
  expect(await importRun(db, imported)).toMatchObject({ kind: 'name-taken', run: { id: run.id } })
})

test('the fleet shows each host once, with its state, and what the living ones offer', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const offers = [{ kind: 'benchmark' as const, id: 'sample', reason: null }]
  const ready = await register(db, { offers })
  const busy = await register(db, { teams: [teamId] })
  await enqueue(db, { teamId })
  await claimIn(db, teamId, busy)
  const broken = await register(db)
  await updateRunner(db, broken.id, { status: 'quarantined', statusReason: 'disk full', configError: 'line 3' })
  const left = await register(db)
  await leaveRunner(db, left.id, 'SIGTERM')
  const again = await register(db, { hostId: ready.hostId, name: ready.name, offers, labels: ['gpu'] })
  const late = await register(db)
  await db.execute(sql`update runner set beat_at = beat_at - interval '20 seconds' where id = ${late.id}`)
  const fleet = new Map((await listRunners(db, limits)).map((one) => [one.runner.id, one]))
  expect(fleet.has(ready.id)).toBe(false)
  const states = [again, busy, broken, left, late].map((runner) => fleet.get(runner.id)?.state)
  expect(states).toEqual(['ready', 'busy', 'quarantined', 'gone', 'late'])
  expect(fleet.get(busy.id)).toMatchObject({
    usedWeight: 100,
    heldRuns: 1,
    runs: [{ status: 'starting', lostAt: null }],
  })
  const offered = await fleetOffers(db, { teamId: unique('team'), limits })
  expect(offered).toEqual([{ ...offers[0], runnerId: again.id, runnerName: again.name, labels: ['gpu'] }])
})
