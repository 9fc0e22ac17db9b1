import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { addArm } from '../experiment/add-arm.ts'
import { createExperiment } from '../experiment/create-experiment.ts'
import { deleteExperiment } from '../experiment/delete-experiment.ts'
import { inTeam } from '../in-team.ts'
import { finishRun } from '../queue/finish-run.ts'
import { requeueRun } from '../queue/requeue-run.ts'
import { startRun } from '../queue/start-run.ts'
import { recordArtifacts } from '../result/record-artifacts.ts'
import { deleteRun } from '../run/delete-run.ts'
import { importRun } from '../run/import-run.ts'
import { organization } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register, unique } from '../testing/fixtures.ts'
import { clearRemoval } from './clear-removal.ts'
import { freeBlobs } from './free-blobs.ts'
import { listRemovals } from './list-removals.ts'
import { markUnusedBlobs } from './mark-unused-blobs.ts'

let database: TestDatabase
let [root, web, daemon]: Connection[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  root = connect(database.url)
  web = connect(database.url, { role: 'paddock_web' })
  daemon = connect(database.url, { role: 'paddock_runner' })
})
afterAll(async () => {
  for (const pool of [root, web, daemon]) await pool?.close()
  await database.close()
})

const pools = () => {
  if (root === undefined || web === undefined || daemon === undefined) throw new Error('not connected')
  return { root: root.db, web: web.db, daemon: daemon.db }
}

async function ran(teamId: string, more: object = {}) {
  const { root, daemon } = pools()
  const queued = await enqueue(root, { teamId, ...more })
  const runner = await register(daemon)
  const [claimed] = (await claimIn(daemon, teamId, runner)).runs
  if (claimed === undefined) throw new Error('nothing was claimed')
  const directory = `/jobs/${queued.name}`
  const attempt = { runId: claimed.id, epoch: claimed.epoch }
  await startRun(daemon, { ...attempt, command: { argv: ['x'], cwd: '/', envNames: [] }, directory, pid: 1 })
  return { ...queued, attempt, directory, runner }
}

async function ended(teamId: string, more: object = {}) {
  const started = await ran(teamId, more)
  await finishRun(pools().daemon, { ...started.attempt, outcome: { status: 'succeeded' }, treeGone: true })
  return started
}

test('a deleted run leaves a removal to every host that had it, and to no other', async () => {
  const { root, web, daemon } = pools()
  const teamId = await createTeam(root)
  const first = await ran(teamId, { onLost: 'requeue' })
  await requeueRun(daemon, { ...first.attempt, reason: 'stopped' })
  const second = await register(daemon)
  const [again] = (await claimIn(daemon, teamId, second)).runs
  if (again === undefined) throw new Error('nothing was claimed')
  const attempt = { runId: again.id, epoch: again.epoch }
  await finishRun(daemon, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })
  const queuedOnly = await enqueue(root, { teamId })
  await root.execute(
    sql`update run set status = 'cancelled', dispatch = null, finished_at = now() where id = ${queuedOnly.id}`,
  )
  for (const runId of [first.id, queuedOnly.id]) {
    expect((await inTeam(web, teamId, (tx) => deleteRun(tx, { runId })))?.kind).toBe('deleted')
  }
  for (const { hostId } of [first.runner, second]) {
    const removals = await listRemovals(daemon, { hostId })
    expect(removals).toMatchObject([
      { runId: first.id, runName: first.name, directory: first.directory, isTaken: false },
    ])
    for (const { id } of removals) await clearRemoval(daemon, id)
    expect(await listRemovals(daemon, { hostId })).toEqual([])
  }
  expect([...(await root.execute(sql`select from removal where run_id = ${queuedOnly.id}`))]).toEqual([])
})

test('a run that goes with its experiment, or with its team, leaves one as well', async () => {
  const { root, web, daemon } = pools()
  const teamId = await createTeam(root)
  await inTeam(web, teamId, async (tx) => {
    await createExperiment(tx, { teamId, id: 'exp', goal: 'win', createdBy: null })
    const launch = { benchmark: 'sample' }
    await addArm(tx, { teamId, experimentId: 'exp', name: 'a', role: null, note: null, label: null, launch })
  })
  const inExperiment = await ended(teamId, { experimentId: 'exp', armName: 'a' })
  const other = await ended(teamId)
  await inTeam(web, teamId, (tx) => deleteExperiment(tx, { experimentId: 'exp' }))
  expect(await listRemovals(daemon, { hostId: inExperiment.runner.hostId })).toHaveLength(1)
  await root.delete(organization).where(sql`id = ${teamId}`)
  expect(await listRemovals(daemon, { hostId: other.runner.hostId })).toHaveLength(1)
})

test('an imported run leaves none: its directory is somebody else’s', async () => {
  const { root, web, daemon } = pools()
  const teamId = await createTeam(root)
  const runner = await register(daemon)
  const imported = await importRun(daemon, {
    ...{ teamId, name: unique('imported-'), experimentId: null, armName: null, benchmark: 'sample', dataset: null },
    ...{ agent: null, model: null, launch: { benchmark: 'sample' }, plannedTrials: null, startedAt: null },
    ...{ runnerId: runner.id, hostId: runner.hostId, directory: '/elsewhere' },
  })
  const { id, epoch } = imported.run
  await finishRun(daemon, { runId: id, epoch, outcome: { status: 'succeeded' }, treeGone: true })
  expect((await inTeam(web, teamId, (tx) => deleteRun(tx, { runId: id })))?.kind).toBe('deleted')
  expect(await listRemovals(daemon, { hostId: runner.hostId })).toEqual([])
})

test('a directory that a run of the same name took over is said to be taken, but not to that run before it begins', async () => {
  const { root, web, daemon } = pools()
  const teamId = await createTeam(root)
  const old = await ended(teamId)
  const { hostId } = old.runner
  await inTeam(web, teamId, (tx) => deleteRun(tx, { runId: old.id }))
  const queued = await enqueue(root, { teamId, name: old.name })
  expect(await listRemovals(daemon, { hostId })).toMatchObject([{ isTaken: false }])
  await claimIn(daemon, teamId, await register(daemon))
  expect(await listRemovals(daemon, { hostId })).toMatchObject([{ isTaken: true }])
  const before = { runName: queued.name, starting: queued.id }
  expect(await listRemovals(daemon, { hostId, before })).toMatchObject([{ isTaken: false }])
  expect(await listRemovals(daemon, { hostId, before: { ...before, runName: 'another' } })).toEqual([])
})

test('a blob goes when nothing refers to it for the grace, and stays while something does', async () => {
  const { root, web, daemon } = pools()
  const teamId = await createTeam(root)
  const [one, two] = [await ran(teamId), await ran(teamId)]
  const file = { trialId: null, size: 3, mediaType: 'text/plain', storedSize: 3 }
  const [own, shared] = [unique('own'), unique('shared')]
  await recordArtifacts(daemon, { ...one.attempt, artifacts: [{ ...file, path: 'a', sha256: own }] })
  for (const { attempt } of [one, two]) {
    await recordArtifacts(daemon, { ...attempt, artifacts: [{ ...file, path: 'b', sha256: shared }] })
  }
  for (const { attempt } of [one, two]) {
    await finishRun(daemon, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })
  }
  const removed: string[] = []
  const sweep = async (blobGraceMs: number) => {
    await markUnusedBlobs(daemon)
    return freeBlobs(daemon, { blobGraceMs, remove: async (sha256) => void removed.push(sha256) })
  }
  await inTeam(web, teamId, (tx) => deleteRun(tx, { runId: one.id }))
  expect(await sweep(60_000)).toBe(0)
  expect(await sweep(0)).toBe(1)
  expect(removed).toEqual([own])
  await inTeam(web, teamId, (tx) => deleteRun(tx, { runId: two.id }))
  await markUnusedBlobs(daemon)
  const three = await ran(teamId)
  await recordArtifacts(daemon, { ...three.attempt, artifacts: [{ ...file, path: 'c', sha256: shared }] })
  expect(await sweep(0)).toBe(0)
})

test('a blob whose content is recorded again while it is freed waits, and has its row afterwards', async () => {
  const { root, web, daemon } = pools()
  const teamId = await createTeam(root)
  const [one, two] = [await ran(teamId), await ran(teamId)]
  const sha256 = unique('raced')
  const artifacts = [{ trialId: null, path: 'a', size: 3, mediaType: 'text/plain', storedSize: 3, sha256 }]
  await recordArtifacts(daemon, { ...one.attempt, artifacts })
  await finishRun(daemon, { ...one.attempt, outcome: { status: 'succeeded' }, treeGone: true })
  await inTeam(web, teamId, (tx) => deleteRun(tx, { runId: one.id }))
  await markUnusedBlobs(daemon)
  const order: string[] = []
  let recorded: Promise<unknown> = Promise.resolve()
  await freeBlobs(daemon, {
    // Marked a moment ago, in a column of whole milliseconds that rounds up as well as down.
    blobGraceMs: -1,
    remove: async () => {
      recorded = recordArtifacts(daemon, { ...two.attempt, artifacts }).then(() => order.push('recorded'))
      await new Promise((resolve) => setTimeout(resolve, 150))
      order.push('removed')
    },
  })
  await recorded
  expect(order).toEqual(['removed', 'recorded'])
  expect([...(await root.execute(sql`select unused_since from blob where sha256 = ${sha256}`))]).toEqual([
    { unused_since: null },
  ])
})
