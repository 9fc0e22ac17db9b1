import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { NewRun } from '../queue/enqueue-run.ts'
import { expireQueued } from '../queue/expire-queued.ts'
import { finishRun } from '../queue/finish-run.ts'
import { orphanLost } from '../queue/orphan-lost.ts'
import { releaseRun } from '../queue/release-run.ts'
import { sweepParked } from '../queue/sweep-parked.ts'
import type { RunnerRow, RunRow } from '../rows.ts'
import { installation, keyLock, run } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register } from '../testing/fixtures.ts'
import { adoptRuns } from './adopt-runs.ts'
import { beatRunner } from './beat-runner.ts'
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

/** As if its last beat were longer ago than a lease. */
async function silence(runner: RunnerRow): Promise<void> {
  await pool.db.execute(sql`
    update runner set beat_at = clock_timestamp() - interval '61 seconds' where id = ${runner.id}`)
}

async function readRun(id: string): Promise<RunRow> {
  const [row] = await pool.db.select().from(run).where(eq(run.id, id))
  if (row === undefined) throw new Error(`no run ${id}`)
  return row
}

test('case 6: two boots of a host adopt the same run at once: the living one has it, and it alone', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { db, runner, held } = await claimed()
    const again = await register(db, { hostId: runner.hostId })
    const mine = { hostId: runner.hostId, held: [{ runId: held.id, epoch: 1 }] }
    const [old, living] = await Promise.all([
      adoptRuns(db, { runnerId: runner.id, ...mine }),
      adoptRuns(db, { runnerId: again.id, ...mine }),
    ])
    expect(old).toEqual([])
    expect(living).toMatchObject([{ id: held.id, epoch: 1 }])
    expect((await readRun(held.id)).runnerId).toBe(again.id)
  }
})

test('case 6: four reapers and the returning host reach for one run: it is queued again once, or adopted, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { db, teamId, runner, held } = await claimed({ onLost: 'requeue' })
    const again = await register(db, { hostId: runner.hostId })
    await silence(runner)
    const [adopted, ...reaped] = await Promise.all([
      adoptRuns(db, { runnerId: again.id, hostId: runner.hostId, held: [{ runId: held.id, epoch: 1 }] }),
      ...Array.from({ length: 4 }, () => reapRunners(db, lease)),
    ])
    const requeued = reaped.flatMap(({ lost }) => lost)
    expect(adopted.length + requeued.length).toBe(1)
    const row = await readRun(held.id)
    if (adopted.length === 1) {
      expect(row).toMatchObject({ status: 'starting', epoch: 1, infraAttempts: 0 })
      continue
    }
    expect(row).toMatchObject({ status: 'queued', epoch: 2, infraAttempts: 1 })
    const claimers = await Promise.all([register(db), register(db), register(db)])
    const claims = await Promise.all(claimers.map((claimer) => claimIn(db, teamId, claimer)))
    expect(claims.flatMap(({ runs }) => runs)).toMatchObject([{ id: held.id, epoch: 3 }])
  }
})

test('case 9: a second daemon touches neither what the first one holds nor its queue, while the first one lives', async () => {
  const { db, teamId, runner, held } = await claimed()
  const waiting = await enqueue(db, { teamId })
  const parked = await enqueue(db, { teamId, workspaceKey: '/w' })
  await db.execute(sql`update run set dispatch = 'parked' where id = ${parked.id}`)
  await db.insert(keyLock).values({ key: '/w', runId: held.id, teamId, epoch: 1, hostId: runner.hostId })
  await register(db, { name: runner.name, hostId: 'another host' })
  expect(await reapRunners(db, lease)).toEqual({ gone: [], lost: [] })
  expect(await orphanLost(db, { limits })).toEqual([])
  expect(await expireQueued(db)).toEqual([])
  expect(await sweepParked(db)).toBe(0)
  expect((await beatRunner(db, runner.id))?.held).toMatchObject([{ runId: held.id, epoch: 1 }])
  expect(await readRun(held.id)).toMatchObject({ status: 'starting', epoch: 1, lostAt: null })
  expect(await readRun(waiting.id)).toMatchObject({ status: 'queued', dispatch: 'ready', epoch: 0 })
  expect(await readRun(parked.id)).toMatchObject({ status: 'queued', dispatch: 'parked', epoch: 0 })
  // Nobody of its host lives any more: what it held is lost, what waits goes on waiting.
  await silence(runner)
  expect((await reapRunners(db, lease)).lost).toMatchObject([{ runId: held.id, became: 'lost' }])
  expect(await readRun(waiting.id)).toMatchObject({ status: 'queued', epoch: 0 })
})

/** Reaps while `change` is written and not yet committed: the verdict is older than what it is about. */
async function reapAround(change: (tx: typeof pool.db) => Promise<unknown>) {
  const written = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const other = pool.db.transaction(async (tx) => {
    await change(tx)
    written.resolve()
    await commit.promise
  })
  await written.promise
  const reaping = reapRunners(pool.db, lease)
  await expect
    .poll(async () => {
      const [row] = await pool.db.execute<{ waiting: number }>(sql`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return row?.waiting
    })
    .toBe(1)
  commit.resolve()
  await other
  return reaping
}

test.for(['report', 'requeue'] as const)(
  'case 12: a verdict "%s" that a finish or an adoption overtook is not carried out',
  async (onLost) => {
    const finished = await claimed({ onLost })
    await silence(finished.runner)
    const late = await reapAround((tx) =>
      finishRun(tx, { runId: finished.held.id, epoch: 1, outcome: { status: 'succeeded' }, treeGone: true }),
    )
    expect(late.lost).toEqual([])
    expect(await readRun(finished.held.id)).toMatchObject({ status: 'succeeded', epoch: 1, lostAt: null })

    const adopted = await claimed({ onLost })
    const again = await register(pool.db, { hostId: adopted.runner.hostId })
    await silence(adopted.runner)
    const held = [{ runId: adopted.held.id, epoch: 1 }]
    const tooLate = await reapAround((tx) => adoptRuns(tx, { runnerId: again.id, hostId: adopted.runner.hostId, held }))
    expect(tooLate.lost).toEqual([])
    expect(await readRun(adopted.held.id)).toMatchObject({ status: 'starting', epoch: 1, runnerId: again.id })
    expect((await readRun(adopted.held.id)).lostAt).toBeNull()
  },
)

test('case 6: of several reapers at once one queues a run again, once', async () => {
  const { db, runner, held } = await claimed({ onLost: 'requeue' })
  await silence(runner)
  const reaped = await Promise.all(Array.from({ length: 4 }, () => reapRunners(db, lease)))
  expect(reaped.flatMap((one) => one.lost)).toMatchObject([{ runId: held.id, became: 'queued' }])
  expect(await readRun(held.id)).toMatchObject({ epoch: 2, infraAttempts: 1 })
})

test('case 31: a reaper that looked too early overwrites neither a run that failed nor one that another runner has claimed', async () => {
  const failed = await claimed()
  await silence(failed.runner)
  const outcome = { status: 'failed', exitCode: 1, errorCode: 'PROCESS_FAILED' } as const
  await reapAround((tx) => finishRun(tx, { runId: failed.held.id, epoch: 1, outcome, treeGone: true }))
  expect(await readRun(failed.held.id)).toMatchObject({ status: 'failed', exitCode: 1, epoch: 1, lostAt: null })

  const { teamId, runner, held } = await claimed({ onLost: 'requeue' })
  const second = await register(pool.db)
  await silence(runner)
  await reapAround(async (tx) => {
    await releaseRun(tx, { runId: held.id, epoch: 1, reason: 'no room' })
    expect((await claimIn(tx, teamId, second)).runs).toMatchObject([{ id: held.id, epoch: 2 }])
  })
  expect(await readRun(held.id)).toMatchObject({ status: 'starting', epoch: 2, runnerId: second.id, infraAttempts: 0 })
})
