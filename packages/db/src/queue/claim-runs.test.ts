import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { RunnerRow, RunRow } from '../rows.ts'
import { leaveRunner } from '../runner/leave-runner.ts'
import { updateRunner } from '../runner/update-runner.ts'
import { installation, keyLock, run, runner as runnerTable } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register, unique } from '../testing/fixtures.ts'
import { claimRuns } from './claim-runs.ts'
import { findLanes } from './find-lanes.ts'
import { finishRun } from './finish-run.ts'
import { sweepParked } from './sweep-parked.ts'

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

const ids = (runs: { id: string }[]) => runs.map((one) => one.id)

async function dispatchOf(queued: RunRow) {
  const [row] = await pool.db.select({ dispatch: run.dispatch }).from(run).where(eq(run.id, queued.id))
  return row?.dispatch
}

async function untilWaitingForLock(db: Connection['db']): Promise<void> {
  const deadline = Date.now() + 5_000
  for (;;) {
    const [row] = await db.execute<{ waiting: boolean }>(sql`
      select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waiting`)
    if (row?.waiting === true) return
    if (Date.now() > deadline) throw new Error('nobody waits for a lock')
  }
}

const finish = (held: RunRow, treeGone = true) =>
  finishRun(pool.db, { runId: held.id, epoch: held.epoch, outcome: { status: 'succeeded' }, treeGone })

test('a claim hands out the oldest first, a higher priority before all', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const first = await enqueue(db, { teamId })
  const second = await enqueue(db, { teamId })
  const urgent = await enqueue(db, { teamId, priority: 1 })
  const runner = await register(db)
  const claim = await claimIn(db, teamId, runner, { limit: 2 })
  expect(ids(claim.runs).sort()).toEqual([first.id, urgent.id].sort())
  expect(claim).toMatchObject({ misfit: null, more: true })
  expect(claim.runs[0]).toMatchObject({ status: 'starting', epoch: 1, runnerId: runner.id, hostId: runner.hostId })
  expect(ids((await claimIn(db, teamId, runner)).runs)).toEqual([second.id])
  expect(await claimIn(db, teamId, runner)).toEqual({ runs: [], misfit: null, more: false })
})

test('runs go to runners with all their labels, of their team', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId, requires: ['gpu', 'benchmark:sample'] })
  expect((await claimIn(db, teamId, await register(db))).runs).toEqual([])
  const elsewhere = await register(db, { labels: ['benchmark:sample', 'gpu'] })
  const lanes = await findLanes(db, { labels: elsewhere.labels, teams: ['another'] })
  expect(lanes).toEqual([])
  expect((await claimIn(db, teamId, elsewhere)).runs).toHaveLength(1)
})

test('case 36: a claim for a runner that is gone, late or deleted returns nothing', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId })
  const late = await register(db)
  await db.execute(sql`update runner set beat_at = beat_at - interval '16 seconds' where id = ${late.id}`)
  expect((await claimIn(db, teamId, late)).runs).toEqual([])
  const draining = await register(db)
  await updateRunner(db, draining.id, { status: 'draining' })
  expect((await claimIn(db, teamId, draining)).runs).toEqual([])
  const gone = await register(db)
  await leaveRunner(db, gone.id, 'good-bye')
  expect((await claimIn(db, teamId, gone)).runs).toEqual([])
  const deleted = await register(db)
  await db.delete(runnerTable).where(eq(runnerTable.id, deleted.id))
  expect((await claimIn(db, teamId, deleted)).runs).toEqual([])
})

test('16 claimers take 2,000 runs, each once', async () => {
  const { db } = pool
  const teams = await Promise.all(Array.from({ length: 4 }, () => createTeam(db)))
  const first = await enqueue(db, { teamId: teams[0] ?? '' })
  for (const teamId of teams) await enqueue(db, { teamId })
  await db.execute(sql`
    insert into run (id, team_id, name, benchmark, launch, dispatch, lane_id, payload_hash, expires_at)
    select 'x' || team_id || i, team_id, 'x' || i, 'sample', '{}', 'ready', lane_id, 'h', now() + interval '1 day'
    from generate_series(1, 499) as i, run
    where team_id = any(${sql.param(teams)}::text[]) and id <> ${first.id}`)
  await db.execute(
    sql`update run set status = 'cancelled', dispatch = null, finished_at = now() where id = ${first.id}`,
  )
  const laneIds = await findLanes(db, { labels: ['benchmark:sample'], teams })
  const taken: string[] = []
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      const me = await register(db)
      for (;;) {
        const claim = await claimRuns(db, { runnerId: me.id, laneIds, freeWeight: null, limit: 10, limits })
        taken.push(...ids(claim.runs))
        if (claim.runs.length === 0 && !claim.more) return
      }
    }),
  )
  expect(taken).toHaveLength(2_000)
  expect(new Set(taken).size).toBe(2_000)
  const epochs = await db.execute<{ epoch: number }>(sql`
    select distinct epoch from run where team_id = any(${sql.param(teams)}::text[]) and status = 'starting'`)
  expect([...epochs]).toEqual([{ epoch: 1 }])
})

test('teams share by weight, however long the queue of one of them is', async () => {
  const { db } = pool
  const [big, small] = [await createTeam(db), await createTeam(db, { weight: 2 })]
  for (let i = 0; i < 30; i += 1) await enqueue(db, { teamId: big })
  for (let i = 0; i < 10; i += 1) await enqueue(db, { teamId: small })
  const runner = await register(db, { capacity: null })
  const laneIds = await findLanes(db, { labels: runner.labels, teams: [big, small] })
  const claim = await claimRuns(db, { runnerId: runner.id, laneIds, freeWeight: null, limit: 9, limits })
  const count = (runs: RunRow[], teamId: string) => runs.filter((one) => one.teamId === teamId).length
  expect([count(claim.runs, big), count(claim.runs, small)]).toEqual([3, 6])
  // What is held counts on: the big team goes on with its fourth, the small one with its seventh.
  const next = await claimRuns(db, { runnerId: runner.id, laneIds, freeWeight: null, limit: 3, limits })
  expect([count(next.runs, big), count(next.runs, small)]).toEqual([1, 2])
})

test('case 3: a run heavier than the whole capacity goes when nothing is active', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const heavy = await enqueue(db, { teamId, weight: 100 })
  const light = await enqueue(db, { teamId, weight: 10 })
  const runner = await register(db, { capacity: 50 })
  const claim = await claimIn(db, teamId, runner)
  expect(ids(claim.runs)).toEqual([heavy.id])
  // It holds something now: the light one fits nowhere beside it, and the daemon says how much is left.
  expect((await claimIn(db, teamId, runner, { freeWeight: 0 })).runs).toEqual([])
  const [held] = claim.runs
  if (held !== undefined) await finish(held)
  expect(ids((await claimIn(db, teamId, runner)).runs)).toEqual([light.id])
})

test('a misfit lets smaller runs pass until capacity is reserved for it', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const active = await enqueue(db, { teamId, weight: 100 })
  const runner = await register(db, { capacity: 400 })
  expect(ids((await claimIn(db, teamId, runner)).runs)).toEqual([active.id])
  const before = await enqueue(db, { teamId, weight: 100 })
  const big = await enqueue(db, { teamId, weight: 300 })
  const after = await enqueue(db, { teamId, weight: 100 })
  const passing = await claimIn(db, teamId, runner, { freeWeight: 300, limit: 1 })
  expect(ids(passing.runs)).toEqual([before.id])
  const misfit = await claimIn(db, teamId, runner, { freeWeight: 200 })
  expect(ids(misfit.runs)).toEqual([after.id])
  expect(misfit.misfit).toEqual({ runId: big.id, weight: 300 })
  const small = await enqueue(db, { teamId, weight: 50 })
  const reserved = { reserveFor: big.id }
  expect(await claimIn(db, teamId, runner, { freeWeight: 100, ...reserved })).toMatchObject({
    runs: [],
    misfit: { runId: big.id },
    // What stands behind the reservation is nothing to come back for in some ms: the loop asked fifty times a second.
    more: false,
  })
  expect(ids((await claimIn(db, teamId, runner, { freeWeight: 300, ...reserved })).runs)).toEqual([big.id])
  expect(ids((await claimIn(db, teamId, runner, { freeWeight: 100, ...reserved })).runs)).toEqual([small.id])
})

test('within one claim the running sum counts: a reservation stops what is behind it, not what is before', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const a = await enqueue(db, { teamId, weight: 60 })
  const b = await enqueue(db, { teamId, weight: 60 })
  const c = await enqueue(db, { teamId, weight: 30 })
  const runner = await register(db, { capacity: 100 })
  const reserved = await claimIn(db, teamId, runner, { reserveFor: b.id })
  expect(ids(reserved.runs)).toEqual([a.id])
  expect(reserved.misfit).toEqual({ runId: b.id, weight: 60 })
  expect(ids((await claimIn(db, teamId, runner, { freeWeight: 40 })).runs)).toEqual([c.id])
})

test('case 4: no cap takes all, a bounded number at a time', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  for (let i = 0; i < 12; i += 1) await enqueue(db, { teamId, weight: 100_000 })
  const runner = await register(db, { capacity: null })
  expect((await claimIn(db, teamId, runner, { limit: 5 })).runs).toHaveLength(5)
  expect((await claimIn(db, teamId, runner, { limit: 50 })).runs).toHaveLength(7)
})

test('a workspace has one writer; the others leave the ready index and come back one at a time', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const workspaceKey = unique('/work/')
  const [one, two, three] = [
    await enqueue(db, { teamId, workspaceKey }),
    await enqueue(db, { teamId, workspaceKey }),
    await enqueue(db, { teamId, workspaceKey }),
  ]
  const runner = await register(db, { capacity: null })
  const claim = await claimIn(db, teamId, runner)
  expect(ids(claim.runs)).toEqual([one.id])
  expect([await dispatchOf(two), await dispatchOf(three)]).toEqual(['parked', 'parked'])
  expect((await claimIn(db, teamId, runner)).runs).toEqual([])
  const [held] = claim.runs
  if (held !== undefined) await finish(held)
  expect([await dispatchOf(two), await dispatchOf(three)]).toEqual(['ready', 'parked'])
  expect(ids((await claimIn(db, teamId, runner)).runs)).toEqual([two.id])
})

test('case 49: a busy workspace at the head does not stop the runs behind it', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const workspaceKey = unique('/work/')
  await db.insert(keyLock).values({ key: workspaceKey, runId: 'gone', teamId, epoch: 1, hostId: 'elsewhere' })
  for (let i = 0; i < 40; i += 1) await enqueue(db, { teamId, workspaceKey })
  const behind = await enqueue(db, { teamId })
  const runner = await register(db)
  const parked = await claimIn(db, teamId, runner, { limit: 1 })
  expect(parked).toMatchObject({ runs: [], more: true })
  expect(ids((await claimIn(db, teamId, runner, { limit: 1 })).runs)).toEqual([behind.id])
})

test('case 49: a workspace that another claim takes at this very moment leaves its run, and no other', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const workspaceKey = unique('/work/')
  const here = ['benchmark:sample', 'here']
  const there = ['benchmark:sample', 'there']
  const first = await enqueue(db, { teamId, workspaceKey, requires: here })
  const [one, other] = [await register(db, { labels: here }), await register(db, { labels: there })]
  const late: RunRow[] = []
  let claiming: Promise<string[]> | undefined
  await db.transaction(async (tx) => {
    expect(ids((await claimIn(tx, teamId, one)).runs)).toEqual([first.id])
    // Too late to be parked by that claim.
    late.push(
      await enqueue(db, { teamId, workspaceKey, requires: there }),
      await enqueue(db, { teamId, requires: there }),
    )
    // Sees the workspace free, and waits for the first transaction where it takes it.
    claiming = claimIn(db, teamId, other).then((claim) => ids(claim.runs))
    await untilWaitingForLock(db)
  })
  const [second, free] = late
  expect(await claiming).toEqual([free?.id])
  expect((await claimIn(db, teamId, other)).runs).toEqual([])
  expect(second && (await dispatchOf(second))).toBe('parked')
})

test('case 53: waiters for one workspace hold no slot', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const workspaceKey = unique('/work/')
  for (let i = 0; i < 8; i += 1) await enqueue(db, { teamId, workspaceKey })
  const others = [await enqueue(db, { teamId }), await enqueue(db, { teamId }), await enqueue(db, { teamId })]
  const runner = await register(db, { capacity: 400 })
  const got: RunRow[] = []
  for (let free = 400, round = 0; free > 0 && round < 20; round += 1) {
    const claim = await claimIn(db, teamId, runner, { freeWeight: free, limit: free / 100 })
    got.push(...claim.runs)
    free -= claim.runs.length * 100
    if (claim.runs.length === 0 && !claim.more) break
  }
  expect(got).toHaveLength(4)
  expect(ids(got)).toEqual(expect.arrayContaining(ids(others)))
})

test('a sweep promotes a waiter whose key was freed while it was being parked', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const workspaceKey = unique('/work/')
  const [first, second] = [await enqueue(db, { teamId, workspaceKey }), await enqueue(db, { teamId, workspaceKey })]
  await db.execute(sql`update run set dispatch = 'parked' where workspace_key = ${workspaceKey}`)
  expect(await sweepParked(db)).toBe(1)
  expect([await dispatchOf(first), await dispatchOf(second)]).toEqual(['ready', 'parked'])
  expect(await sweepParked(db)).toBe(0)
})

interface Claimer {
  me: RunnerRow
  laneIds: number[]
}

const requestOf = ({ me, laneIds }: Claimer) => ({ runnerId: me.id, laneIds, freeWeight: null, limits })

/** Claims and finishes until the rounds are over; the most that was held at once. */
async function raceForCap(claimers: Claimer[], held: () => Promise<number>) {
  let most = 0
  await Promise.all(
    claimers.map(async (claimer) => {
      for (let round = 0; round < 12; round += 1) {
        const claim = await claimRuns(pool.db, { ...requestOf(claimer), limit: 3 })
        most = Math.max(most, await held())
        for (const run of claim.runs) await finish(run)
      }
    }),
  )
  return most
}

test('case 1: claims and enqueues that race never exceed the cap of a team', async () => {
  const { db } = pool
  const teamId = await createTeam(db, { cap: 400 })
  const free = await createTeam(db)
  // Two kinds of runners, each with a queue of its own: those that see the same head would only meet at its row locks.
  const kinds = [['benchmark:sample', 'cpu'] as const, ['benchmark:sample', 'gpu'] as const]
  const enqueueMore = async () => {
    for (let i = 0; i < 15; i += 1) for (const requires of kinds) await enqueue(db, { teamId, requires })
  }
  await enqueueMore()
  for (let i = 0; i < 20; i += 1) await enqueue(db, { teamId: free })
  const claimers = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const labels = kinds[i % 2] ?? []
      const laneIds = await findLanes(db, { labels, teams: [teamId, free] })
      return { me: await register(db, { capacity: null, labels }), laneIds }
    }),
  )
  const held = async () => {
    const [row] = await db.execute<{ weight: number }>(sql`
      select coalesce(sum(weight), 0)::float8 as weight from run where team_id = ${teamId} and status in ('starting', 'running')`)
    return row?.weight ?? 0
  }
  // All at once, and none gives anything back: to the cap, and not over it.
  const kept = await Promise.all(claimers.map((claimer) => claimRuns(db, { ...requestOf(claimer), limit: 8 })))
  expect(await held()).toBe(400)
  for (const run of kept.flatMap(({ runs }) => runs)) await finish(run)
  const [most] = await Promise.all([raceForCap(claimers, held), enqueueMore()])
  expect(most).toBeLessThanOrEqual(400)
  // What came too late for the race is not held back by it either.
  expect(await raceForCap(claimers, held)).toBeLessThanOrEqual(400)
  const [left] = await db.execute<{ waiting: number }>(sql`
    select count(*)::integer as waiting from run where team_id = any(${sql.param([teamId, free])}::text[]) and status = 'queued'`)
  expect(left?.waiting).toBe(0)
})

test('case 1: teams with and without a cap together stay within what one runner may take', async () => {
  const { db } = pool
  const [capped, free] = [await createTeam(db, { cap: 1_000 }), await createTeam(db)]
  for (const teamId of [capped, free]) for (let i = 0; i < 4; i += 1) await enqueue(db, { teamId })
  const runner = await register(db, { capacity: 400 })
  const laneIds = await findLanes(db, { labels: runner.labels, teams: [capped, free] })
  const request = { runnerId: runner.id, laneIds, limits }
  expect((await claimRuns(db, { ...request, freeWeight: 600, limit: 1 })).runs).toHaveLength(1)
  expect((await claimRuns(db, { ...request, freeWeight: 400, limit: 8 })).runs).toHaveLength(4)
  expect((await claimRuns(db, { ...request, freeWeight: null, limit: 8 })).runs).toHaveLength(3)
})

test('a claim that stops at what does not fit says that it did not look: a heavy run’s patience began anew each time', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId })
  const heavy = await enqueue(db, { teamId, weight: 300 })
  const runner = await register(db, { capacity: 400 })
  expect(await claimIn(db, teamId, runner, { freeWeight: 300 })).toMatchObject({ misfit: 'not-looked', more: true })
  expect(await claimIn(db, teamId, runner, { freeWeight: 200 })).toMatchObject({ misfit: { runId: heavy.id } })
})

test('a team with a cap of 0 gets nothing; one whose run is heavier than its cap runs it alone', async () => {
  const { db } = pool
  const runner = await register(db, { capacity: null })
  const stopped = await createTeam(db, { cap: 0 })
  await enqueue(db, { teamId: stopped })
  expect((await claimIn(db, stopped, runner)).runs).toEqual([])
  const narrow = await createTeam(db, { cap: 50 })
  const first = await enqueue(db, { teamId: narrow, weight: 100 })
  await enqueue(db, { teamId: narrow, weight: 10 })
  expect(ids((await claimIn(db, narrow, runner)).runs)).toEqual([first.id])
  expect((await claimIn(db, narrow, runner)).runs).toEqual([])
})

test('racing claims never exceed the cap of the installation', async () => {
  const { db } = pool
  // Other tests left held runs behind, which count.
  const heldOfAll = async () => {
    const [row] = await db.execute<{ weight: number }>(
      sql`select coalesce(sum(weight), 0)::float8 as weight from run where status in ('starting', 'running')`,
    )
    return row?.weight ?? 0
  }
  const base = await heldOfAll()
  const teams = [await createTeam(db), await createTeam(db, { cap: 200 })]
  for (const teamId of teams) for (let i = 0; i < 25; i += 1) await enqueue(db, { teamId })
  await db.update(installation).set({ cap: base + 300 })
  try {
    const claimers = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const laneIds = await findLanes(db, { labels: ['benchmark:sample'], teams: teams.slice(i % 2, (i % 2) + 1) })
        return { me: await register(db, { capacity: null }), laneIds }
      }),
    )
    expect(await raceForCap(claimers, heldOfAll)).toBe(base + 300)
  } finally {
    await db.update(installation).set({ cap: null })
  }
})
