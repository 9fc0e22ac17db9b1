import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { inTeam } from '../in-team.ts'
import { clearRunnerOrder } from '../runner/clear-runner-order.ts'
import { setRunnerOrder } from '../runner/set-runner-order.ts'
import { updateRunner } from '../runner/update-runner.ts'
import { installation, teamLimit } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register } from '../testing/fixtures.ts'
import { requestCancel } from './request-cancel.ts'
import { waitReason } from './wait-reason.ts'

// A database a test: the fleet belongs to all of it.
let database: TestDatabase | undefined
let pool: Connection
async function end(): Promise<void> {
  await pool?.close()
  await database?.close()
}
beforeEach(async () => {
  await end()
  database = await createTestDatabase()
  pool = connect(database.url)
})
afterAll(end)

/** As the page asks. */
const reasonOf = (teamId: string, runId: string) => inTeam(pool.db, teamId, (tx) => waitReason(tx, runId))

test('no runner, then none with the label, then one that takes it', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const run = await enqueue(db, { teamId, requires: ['gpu', 'benchmark:sample'] })
  expect(await reasonOf(teamId, run.id)).toMatchObject({
    kind: 'label',
    text: 'no runner is online',
    position: 1,
    missing: ['benchmark:sample', 'gpu'],
  })
  const silent = await register(db, { labels: ['gpu', 'benchmark:sample'] })
  await db.execute(sql`update runner set beat_at = beat_at - interval '20 seconds' where id = ${silent.id}`)
  await register(db, { labels: ['gpu', 'benchmark:sample'], teams: ['another'] })
  await register(db)
  expect(await reasonOf(teamId, run.id)).toMatchObject({
    kind: 'label',
    text: 'no online runner has label gpu',
    missing: ['gpu'],
  })
  await register(db, { labels: ['gpu'] })
  expect((await reasonOf(teamId, run.id))?.text).toBe('no online runner has all of benchmark:sample, gpu')
  await register(db, { labels: ['gpu', 'benchmark:sample'] })
  expect(await reasonOf(teamId, run.id)).toMatchObject({ kind: 'none', text: 'next in line', position: 1 })
})

test('a benchmark or an agent that nobody offers is named as such', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await register(db)
  const run = await enqueue(db, { teamId, requires: ['benchmark:harbor'] })
  expect((await reasonOf(teamId, run.id))?.text).toBe('no online runner offers benchmark harbor')
})

test('full runners: which runs hold the slots, of the own team by name', async () => {
  const { db } = pool
  const [teamId, other] = [await createTeam(db), await createTeam(db)]
  const runner = await register(db, { name: 'alpha', capacity: 200 })
  const mine = await enqueue(db, { teamId })
  await enqueue(db, { teamId: other })
  await claimIn(db, teamId, runner)
  await claimIn(db, other, runner)
  const waiting = await enqueue(db, { teamId })
  const behind = await enqueue(db, { teamId })
  expect(await reasonOf(teamId, waiting.id)).toEqual({
    kind: 'capacity',
    position: 1,
    text: 'no runner has room: alpha uses 2 of 2',
    holders: [{ runId: mine.id, name: mine.name }],
    missing: [],
  })
  expect(await reasonOf(teamId, behind.id)).toMatchObject({ kind: 'capacity', position: 2 })
  expect(await reasonOf(teamId, mine.id)).toMatchObject({ kind: 'none', position: null, text: 'a runner has it' })
})

test('a workspace in use: by which run, or by a team that is not named', async () => {
  const { db } = pool
  const [teamId, other] = [await createTeam(db), await createTeam(db)]
  const runner = await register(db)
  const writer = await enqueue(db, { teamId, workspaceKey: '/w' })
  await claimIn(db, teamId, runner)
  const waiting = await enqueue(db, { teamId, workspaceKey: '/w' })
  const text = `its workspace is in use by run ${writer.name}`
  expect(await reasonOf(teamId, waiting.id)).toMatchObject({ kind: 'workspace', position: 1, text })
  await claimIn(db, teamId, runner)
  expect(await reasonOf(teamId, waiting.id)).toMatchObject({
    kind: 'workspace',
    position: null,
    text,
    holders: [{ runId: writer.id, name: writer.name }],
  })
  const foreign = await enqueue(db, { teamId: other, workspaceKey: '/w' })
  await claimIn(db, other, runner)
  expect(await reasonOf(other, foreign.id)).toMatchObject({ kind: 'workspace', holders: [] })
})

test('a cap of the team or of the installation, with what is used of it', async () => {
  const { db } = pool
  const teamId = await createTeam(db, { cap: 100 })
  const runner = await register(db)
  const first = await enqueue(db, { teamId })
  await claimIn(db, teamId, runner)
  const waiting = await enqueue(db, { teamId, weight: 50 })
  expect(await reasonOf(teamId, waiting.id)).toMatchObject({
    kind: 'cap',
    cap: 'team',
    text: 'the team uses 1 of its cap of 1',
    holders: [{ runId: first.id }],
  })
  await db.delete(teamLimit)
  await db.update(installation).set({ cap: 120 })
  expect(await reasonOf(teamId, waiting.id)).toMatchObject({
    cap: 'installation',
    text: 'the installation uses 1 of its cap of 1.2',
  })
  await db.update(installation).set({ cap: null })
  expect((await reasonOf(teamId, waiting.id))?.kind).toBe('none')
})

test('a paused fleet: who, and the note', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const alpha = await register(db, { name: 'alpha' })
  const run = await enqueue(db, { teamId })
  const order = { name: 'alpha', kind: 'pause', note: 'new disk', forMs: null, by: 'op' } as const
  await setRunnerOrder(db, order)
  expect(await reasonOf(teamId, run.id)).toMatchObject({
    kind: 'paused',
    text: 'the only runner that can take it, alpha is paused: new disk',
  })
  await setRunnerOrder(db, { ...order, forMs: -1_000 })
  expect((await reasonOf(teamId, run.id))?.kind).toBe('none')
  expect(await clearRunnerOrder(db, 'alpha')).toBe(true)
  expect(await clearRunnerOrder(db, 'alpha')).toBe(false)
  await updateRunner(db, alpha.id, { status: 'quarantined', statusReason: 'disk full' })
  expect((await reasonOf(teamId, run.id))?.text).toContain('alpha is quarantined: disk full')
})

test('an ended run waits for nothing, an unknown one is null', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const run = await enqueue(db, { teamId })
  await requestCancel(db, { runId: run.id, reason: null, by: null })
  expect(await reasonOf(teamId, run.id)).toMatchObject({ kind: 'none', position: null, text: 'it has ended' })
  expect(await reasonOf(teamId, 'rnothing')).toBeNull()
})
