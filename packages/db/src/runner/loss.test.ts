import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { inTeam } from '../in-team.ts'
import type { NewRun } from '../queue/enqueue-run.ts'
import { finishRun } from '../queue/finish-run.ts'
import { giveUpRun } from '../queue/give-up-run.ts'
import { leftBehind } from '../queue/left-behind.ts'
import { orphanLost } from '../queue/orphan-lost.ts'
import { releaseKey } from '../queue/release-key.ts'
import { reportTreeGone } from '../queue/report-tree-gone.ts'
import { requestCancel } from '../queue/request-cancel.ts'
import { retryRun } from '../queue/retry-run.ts'
import { waitReason } from '../queue/wait-reason.ts'
import type { RunnerRow, RunRow } from '../rows.ts'
import { deleteRun } from '../run/delete-run.ts'
import { installation, keyLock, run, runner as runnerTable } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register, unique } from '../testing/fixtures.ts'
import { adoptRuns } from './adopt-runs.ts'
import { beatRunner } from './beat-runner.ts'
import { heldByHost } from './held-by-host.ts'
import { leaveRunner } from './leave-runner.ts'
import { reapRunners } from './reap-runners.ts'

// A database a test: a reaper looks at all runners there are.
let database: TestDatabase | undefined
let pool: Connection
async function end(): Promise<void> {
  await pool?.close()
  await database?.close()
}
beforeEach(async () => {
  await end()
  database = await createTestDatabase()
  pool = connect(database.url, { max: 8 })
  await pool.db.update(installation).set({ watchedAt: sql`clock_timestamp()` })
})
afterAll(end)

const lease = { limits: { leaseMs: limits.leaseMs } }

async function claimed(request: Partial<NewRun> = {}) {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId, ...request })
  const runner = await register(db)
  const [held] = (await claimIn(db, teamId, runner)).runs
  if (held === undefined) throw new Error('nothing was claimed')
  return { db, teamId, runner, held }
}

/** As if its last beat were that long ago. */
async function silence(runner: RunnerRow, seconds = 61): Promise<void> {
  await pool.db.execute(sql`
    update runner set beat_at = clock_timestamp() - ${seconds} * interval '1 second' where id = ${runner.id}`)
}

async function readRun(id: string): Promise<RunRow> {
  const [row] = await pool.db.select().from(run).where(eq(run.id, id))
  if (row === undefined) throw new Error(`no run ${id}`)
  return row
}

const keysOf = (runId: string) => pool.db.select().from(keyLock).where(eq(keyLock.runId, runId))

test('a run whose runner is silent for a lease is lost: its status and epoch stay, and its workspace', async () => {
  const { db, runner, held } = await claimed({ workspaceKey: '/w' })
  await silence(runner, 59)
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
  await silence(runner)
  const reaped = await reapRunners(db, lease)
  expect(reaped.gone).toEqual([{ runnerId: runner.id, name: runner.name }])
  expect(reaped.lost).toEqual([{ teamId: held.teamId, runId: held.id, became: 'lost' }])
  expect(await readRun(held.id)).toMatchObject({ status: 'starting', epoch: 1, lostAt: expect.any(Date) })
  expect(await keysOf(held.id)).toHaveLength(1)
  expect(await beatRunner(db, runner.id)).toBeNull()
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
})

test('case 34: a runner that beats keeps its runs, however long they take', async () => {
  const { db, runner, held } = await claimed()
  await db.execute(sql`update run set claimed_at = claimed_at - interval '3 days' where id = ${held.id}`)
  await beatRunner(db, runner.id)
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
})

test('its host reports the exit of a lost run, under the epoch it had', async () => {
  const { db, runner, held } = await claimed({ workspaceKey: '/w' })
  await silence(runner)
  await reapRunners(db, lease)
  const finished = await finishRun(db, { runId: held.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true })
  expect(finished).toMatchObject({ status: 'succeeded', lostAt: null })
  expect(await keysOf(held.id)).toEqual([])
})

test('case 35: a daemon that starts again on its host adopts what the earlier boot held, and no other host can', async () => {
  const { db, runner, held } = await claimed()
  const other = await register(db)
  const mine = [{ runId: held.id, epoch: 1 }]
  expect(await adoptRuns(db, { runnerId: other.id, hostId: other.hostId, held: mine })).toEqual([])
  const again = await register(db, { name: runner.name, hostId: runner.hostId })
  const [before] = await db.select().from(runnerTable).where(eq(runnerTable.id, runner.id))
  expect(before).toMatchObject({ status: 'gone', statusReason: 'started again' })
  expect(await heldByHost(db, runner.hostId, limits)).toMatchObject([
    { run: { id: held.id }, epoch: 1, kind: 'hold', runnerAlive: false },
  ])
  const wrongEpoch = [{ runId: held.id, epoch: 2 }]
  expect(await adoptRuns(db, { runnerId: again.id, hostId: runner.hostId, held: wrongEpoch })).toEqual([])
  const adopted = await adoptRuns(db, { runnerId: again.id, hostId: runner.hostId, held: mine })
  expect(adopted).toMatchObject([{ id: held.id, epoch: 1, runnerId: again.id, lostAt: null }])
  await silence(runner)
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
  expect((await beatRunner(db, again.id))?.held).toMatchObject([{ runId: held.id, epoch: 1 }])
})

test('a lost run that its host adopts is lost no more', async () => {
  const { db, runner, held } = await claimed()
  await silence(runner)
  await reapRunners(db, lease)
  const again = await register(db, { hostId: runner.hostId })
  expect(
    await adoptRuns(db, { runnerId: again.id, hostId: runner.hostId, held: [{ runId: held.id, epoch: 1 }] }),
  ).toMatchObject([{ id: held.id, lostAt: null }])
})

test('runs left behind at good-bye are lost only when nobody adopted them for a lease', async () => {
  const { db, runner, held } = await claimed()
  await leaveRunner(db, runner.id, 'SIGTERM')
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
  await silence(runner)
  expect(await reapRunners(db, lease)).toMatchObject({ gone: [], lost: [{ runId: held.id, became: 'lost' }] })
})

test('an idempotent run is queued again within its budget, and waits for its own workspace', async () => {
  const { db, teamId, runner, held } = await claimed({ onLost: 'requeue', infraBudget: 1, workspaceKey: '/w' })
  await silence(runner)
  expect((await reapRunners(db, lease)).lost).toMatchObject([{ became: 'queued' }])
  expect(await readRun(held.id)).toMatchObject({ status: 'queued', epoch: 2, infraAttempts: 1, lostAt: null })
  const second = await register(db)
  // Its first attempt may still write there.
  expect((await claimIn(db, teamId, second)).runs).toEqual([])
  expect((await readRun(held.id)).dispatch).toBe('parked')
  expect(await heldByHost(db, runner.hostId, limits)).toMatchObject([{ epoch: 1, kind: 'leftover' }])
  expect(await reportTreeGone(db, { runId: held.id, epoch: 1, hostId: 'elsewhere' })).toBe('nothing')
  expect(await reportTreeGone(db, { runId: held.id, epoch: 1, hostId: runner.hostId })).toBe('released')
  expect((await claimIn(db, teamId, second)).runs).toMatchObject([{ id: held.id, epoch: 3 }])
  await silence(second)
  expect((await reapRunners(db, lease)).lost).toMatchObject([{ became: 'orphaned' }])
  expect(await readRun(held.id)).toMatchObject({ status: 'orphaned', errorCode: 'INFRA_BUDGET', epoch: 4 })
})

test('an idempotent run that was to be cancelled is cancelled, not queued again', async () => {
  const { db, runner, held } = await claimed({ onLost: 'requeue' })
  await requestCancel(db, { runId: held.id, reason: null, by: null })
  await silence(runner)
  expect((await reapRunners(db, lease)).lost).toMatchObject([{ became: 'cancelled' }])
})

test('a lost run is orphaned when its host reports the tree gone; the workspace is free then', async () => {
  const { db, teamId, runner, held } = await claimed({ workspaceKey: '/w' })
  const waiter = await enqueue(db, { teamId, workspaceKey: '/w' })
  await claimIn(db, teamId, await register(db))
  // Held and not lost: the daemon has to finish it.
  expect(await reportTreeGone(db, { runId: held.id, epoch: 1, hostId: runner.hostId })).toBe('nothing')
  await silence(runner)
  await reapRunners(db, lease)
  expect(await reportTreeGone(db, { runId: held.id, epoch: 1, hostId: runner.hostId })).toBe('orphaned')
  expect(await readRun(held.id)).toMatchObject({ status: 'orphaned', epoch: 2, errorCode: 'CONTACT_LOST' })
  expect(await keysOf(held.id)).toEqual([])
  expect((await readRun(waiter.id)).dispatch).toBe('ready')
  expect(await reportTreeGone(db, { runId: held.id, epoch: 1, hostId: runner.hostId })).toBe('nothing')
})

test('case 33: the workspace of an orphaned run stays held until its processes are proved dead, or an operator vouches', async () => {
  const { db, runner, held } = await claimed({ workspaceKey: '/w' })
  expect(await giveUpRun(db, { runId: held.id, by: 'op' })).toBeNull()
  expect(await releaseKey(db, { runId: held.id, by: 'op' })).toBeNull()
  await silence(runner)
  await reapRunners(db, lease)
  expect(await giveUpRun(db, { runId: held.id, by: 'op' })).toMatchObject({ status: 'orphaned', errorCode: 'GIVEN_UP' })
  expect(await keysOf(held.id)).toHaveLength(1)
  expect(await deleteRun(db, { runId: held.id })).toMatchObject({ kind: 'key-held' })
  expect(await leftBehind(db, held.id)).toEqual({ hostId: runner.hostId, runner: runner.name, hasWorkspace: true })
  expect(await releaseKey(db, { runId: held.id, by: 'op' })).toEqual({ keys: ['/w'], waiters: [] })
  expect(await leftBehind(db, held.id)).toBeNull()
  expect(await releaseKey(db, { runId: held.id, by: 'op' })).toBeNull()
  expect(await deleteRun(db, { runId: held.id })).toMatchObject({ kind: 'deleted' })
})

test('a lost run keeps its workspace from an operator who has not given up on it; then the first waiter is named, and goes', async () => {
  const { db, teamId, runner, held } = await claimed({ workspaceKey: '/w' })
  const second = await register(db)
  const waiting = await enqueue(db, { teamId, workspaceKey: '/w' })
  expect((await claimIn(db, teamId, second)).runs).toEqual([])
  await silence(runner)
  await reapRunners(db, lease)
  expect(await waitReason(db, waiting.id)).toMatchObject({ kind: 'workspace', lostHolder: held.id })
  expect(await releaseKey(db, { runId: held.id, by: 'op' })).toBeNull()
  await giveUpRun(db, { runId: held.id, by: 'op' })
  expect(await waitReason(db, waiting.id)).toMatchObject({
    text: `its workspace was left by run ${held.name}, whose processes may still run`,
    leftBy: { runId: held.id, hostId: runner.hostId, runner: runner.name },
  })
  expect(await releaseKey(db, { runId: held.id, by: 'op' })).toEqual({ keys: ['/w'], waiters: [waiting.id] })
  expect((await claimIn(db, teamId, second)).runs).toMatchObject([{ id: waiting.id }])
})

test('the workspace of a deleted run can be released by its id, which the waiting run names', async () => {
  const { db, teamId, runner, held } = await claimed({ workspaceKey: '/w' })
  await silence(runner)
  await reapRunners(db, lease)
  await giveUpRun(db, { runId: held.id, by: 'op' })
  await db.delete(run).where(eq(run.id, held.id))
  const waiting = await enqueue(db, { teamId, workspaceKey: '/w' })
  await claimIn(db, teamId, await register(db))
  const reason = await inTeam(db, teamId, (tx) => waitReason(tx, waiting.id))
  expect(reason).toMatchObject({ holders: [], leftBy: { runId: held.id, runner: runner.name } })
  expect(reason?.text).toContain(`a deleted run (${held.id})`)
  const other = await createTeam(db)
  expect(await inTeam(db, other, (tx) => releaseKey(tx, { runId: held.id, by: 'op' }))).toBeNull()
  const released = await inTeam(db, teamId, (tx) => releaseKey(tx, { runId: held.id, by: 'op' }))
  expect(released).toEqual({ keys: ['/w'], waiters: [waiting.id] })
})

test('an operator also lets the retry of a run without a workspace go, whose host will never come back', async () => {
  const { db, teamId, runner, held } = await claimed()
  await silence(runner)
  await reapRunners(db, lease)
  await giveUpRun(db, { runId: held.id, by: 'op' })
  expect(await leftBehind(db, held.id)).toMatchObject({ hostId: runner.hostId, hasWorkspace: false })
  const retried = await retryRun(db, { runId: held.id, name: unique('again-'), maxQueueAgeMs: 60_000, createdBy: null })
  const second = await register(db)
  expect((await claimIn(db, teamId, second)).runs).toEqual([])
  expect(await releaseKey(db, { runId: held.id, by: 'op' })).toMatchObject({ keys: [`processes of ${held.id}`] })
  expect((await readRun(held.id)).treeGoneAt).not.toBeNull()
  expect((await claimIn(db, teamId, second)).runs).toMatchObject([{ id: retried?.run.id }])
})

test('a lost run is orphaned after the grace, not before', async () => {
  const { db, runner, held } = await claimed({ workspaceKey: '/w' })
  await silence(runner)
  await reapRunners(db, lease)
  expect(await orphanLost(db, { limits })).toEqual([])
  await db.execute(sql`update run set lost_at = lost_at - interval '25 hours' where id = ${held.id}`)
  expect(await orphanLost(db, { limits })).toEqual([{ teamId: held.teamId, runId: held.id }])
  expect(await readRun(held.id)).toMatchObject({ status: 'orphaned', epoch: 2, errorCode: 'CONTACT_LOST' })
  expect(await keysOf(held.id)).toHaveLength(1)
})

test('case 30: a finish of an attempt that was given up is refused', async () => {
  const { db, runner, held } = await claimed()
  await silence(runner)
  await reapRunners(db, lease)
  await giveUpRun(db, { runId: held.id, by: 'op' })
  expect(await finishRun(db, { runId: held.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true })).toBeNull()
  expect((await readRun(held.id)).status).toBe('orphaned')
})

test('case 15: a retry waits until the processes of the orphan are gone, also without a workspace', async () => {
  const { db, teamId, runner, held } = await claimed()
  await silence(runner)
  await reapRunners(db, lease)
  await giveUpRun(db, { runId: held.id, by: 'op' })
  const retried = await retryRun(db, { runId: held.id, name: unique('again-'), maxQueueAgeMs: 60_000, createdBy: null })
  const second = await register(db)
  expect((await claimIn(db, teamId, second)).runs).toEqual([])
  expect(await heldByHost(db, runner.hostId, limits)).toMatchObject([
    { run: { id: held.id }, epoch: 1, kind: 'leftover' },
  ])
  expect(await reportTreeGone(db, { runId: held.id, epoch: 1, hostId: runner.hostId })).toBe('released')
  expect((await claimIn(db, teamId, second)).runs).toMatchObject([{ id: retried?.run.id }])
  expect(await heldByHost(db, runner.hostId, limits)).toEqual([])
})

test('case 8: a laptop wakes up: the first look after a gap only starts the watch', async () => {
  const { db, runner, held } = await claimed()
  await silence(runner, 8 * 3_600)
  await db.execute(sql`update installation set watched_at = clock_timestamp() - interval '8 hours'`)
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
  expect(await beatRunner(db, runner.id)).toMatchObject({ held: [{ runId: held.id }] })
  const short = { limits: { leaseMs: 300 } }
  await db.execute(
    sql`update installation set reap_not_before = null, watched_at = clock_timestamp() - interval '1 day'`,
  )
  await silence(runner, 1)
  expect((await reapRunners(db, short)).gone).toEqual([])
  const deadline = Date.now() + 5_000
  let gone = 0
  while (gone === 0 && Date.now() < deadline) {
    await sleep(50)
    gone = (await reapRunners(db, short)).gone.length
  }
  expect(gone).toBe(1)
})

test('case 31: a finish and a reaper at the same moment: the run is finished, or lost and then finished', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { db, runner, held } = await claimed({
      workspaceKey: unique('/w/'),
      onLost: round % 2 ? 'requeue' : 'report',
    })
    await silence(runner)
    const [finished, reaped] = await Promise.all([
      finishRun(db, { runId: held.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true }),
      reapRunners(db, lease),
    ])
    const row = await readRun(held.id)
    const became = reaped.lost.find((lost) => lost.runId === held.id)?.became
    if (became === 'queued') {
      expect(finished).toBeNull()
      expect(row).toMatchObject({ status: 'queued', epoch: 2 })
    } else {
      expect(finished).toMatchObject({ status: 'succeeded' })
      expect(row).toMatchObject({ status: 'succeeded', epoch: 1, lostAt: null })
      expect(await keysOf(held.id)).toEqual([])
    }
  }
})

test('case 42: a host that returns is told that its idempotent run went elsewhere', async () => {
  const { db, teamId, runner, held } = await claimed({ onLost: 'requeue' })
  await silence(runner)
  await reapRunners(db, lease)
  const elsewhere = await register(db)
  expect((await claimIn(db, teamId, elsewhere)).runs).toMatchObject([{ id: held.id, epoch: 3 }])
  const again = await register(db, { hostId: runner.hostId })
  expect(await heldByHost(db, runner.hostId, limits)).toEqual([])
  const adoption = { runnerId: again.id, hostId: runner.hostId, held: [{ runId: held.id, epoch: 1 }] }
  expect(await adoptRuns(db, adoption)).toEqual([])
  expect((await readRun(held.id)).runnerId).toBe(elsewhere.id)
})

test('case 36: a claim never lands on a runner that is being declared gone', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId })
  const runner = await register(db)
  const locked = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  // The reaper's own statements, held open between them and the commit.
  const reaper = db.transaction(async (tx) => {
    await tx.execute(sql`
      with stale as materialized (select id from runner where id = ${runner.id} for update skip locked)
      update runner set status = 'gone' from stale where runner.id = stale.id`)
    locked.resolve()
    await commit.promise
  })
  await locked.promise
  const claim = claimIn(db, teamId, runner)
  await sleep(200)
  commit.resolve()
  await reaper
  expect((await claim).runs).toEqual([])
})

test('a reaper passes over a runner that is claiming at that moment', async () => {
  const { db } = pool
  const runner = await register(db)
  await silence(runner)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from runner where id = ${runner.id} for key share`)
    expect((await reapRunners(db, lease)).gone).toEqual([])
  })
  expect((await reapRunners(db, lease)).gone).toHaveLength(1)
})
