import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { RunRow } from '../rows.ts'
import { beatRunner } from '../runner/beat-runner.ts'
import { reapRunners } from '../runner/reap-runners.ts'
import { createTeam, enqueue, register, unique } from '../testing/fixtures.ts'
import { claimRuns } from './claim-runs.ts'
import { findLanes } from './find-lanes.ts'
import { finishRun } from './finish-run.ts'
import { reportTreeGone } from './report-tree-gone.ts'
import { sweepParked } from './sweep-parked.ts'

/**
 * Daemons that die and zombies that go on, workspace keys, and a reaper, for 20 seconds. It can fail: without the epoch
 * in `finishRun` attempts that lost their run finish it, without FOR KEY SHARE in `claimStatement` claims land on
 * daemons that are gone (dozens in one run of each; loss.test.ts shows the second without a race). Both are
 * tried: mutations/race-*.patch.
 */
const raceMs = 20_000
const hosts = 8
const teams = 6
const keys = 20
/** Claims may go on past the end of the lease, so that each reaping meets some: the lock alone keeps them apart. */
const limits = { leaseMs: 400, claimNeedsBeatWithinMs: 500 }
const beatEveryMs = 50
const lastClaimsMs = 30

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url, { max: 24, role: 'paddock_runner' })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

/** What really happens, beside what the database believes. */
const seen = {
  boots: 0,
  zombies: 0,
  claimed: 0,
  finished: 0,
  fenced: 0,
  gone: 0,
  /** Newest epoch of each run that a claim handed out. */
  newest: new Map<string, number>(),
  writers: new Map<string, string>(),
  twoWriters: [] as string[],
  wrongFinishes: [] as string[],
  errors: [] as string[],
}

test('daemons, zombies, keys and a reaper race for 20 s: one writer a key, no finish by an attempt that lost its run', async () => {
  const laneIds = await fill()
  const until = Date.now() + raceMs
  await Promise.all([
    ...Array.from({ length: hosts }, () => host(laneIds, until)),
    every(5, until, async () => {
      seen.gone += (await reapRunners(pool.db, { limits })).gone.length
    }),
    every(100, until, async () => {
      await sweepParked(pool.db)
    }),
  ])
  const [counts] = await pool.db.execute<Record<string, number>>(sql`
    select count(*)::integer as total,
      count(*) filter (where status = 'succeeded')::integer as succeeded,
      count(*) filter (where status = 'orphaned')::integer as orphaned,
      count(*) filter (where status = 'queued')::integer as queued,
      count(*) filter (where status in ('starting', 'running'))::integer as held
    from run`)
  const [landed] = await pool.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from run_event join runner on runner.id = run_event.by
    where run_event.kind = 'claimed' and run_event.at > runner.gone_at`)
  const [twice] = await pool.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from run_event where kind in ('succeeded', 'failed', 'cancelled', 'orphaned') group by run_id having count(*) > 1
    ) as ended`)
  const { newest: _, writers: __, ...facts } = seen
  process.stdout.write(`${JSON.stringify({ ...facts, ...counts, landed: landed?.count })}\n`)
  expect.soft(seen.errors).toEqual([])
  expect.soft(seen.twoWriters, 'a workspace had two writers').toEqual([])
  expect.soft(seen.wrongFinishes, 'an attempt that lost its run finished it').toEqual([])
  expect.soft(landed?.count, 'a claim landed on a runner that was gone').toBe(0)
  expect(twice?.count).toBe(0)
  expect(counts?.succeeded).toBe(seen.finished)
  expect(counts?.held).toBe(0)
  expect((counts?.succeeded ?? 0) + (counts?.orphaned ?? 0) + (counts?.queued ?? 0)).toBe(counts?.total)
  // It was a race at all.
  expect(seen.zombies).toBeGreaterThan(50)
  expect(seen.gone).toBeGreaterThan(50)
  expect(seen.fenced).toBeGreaterThan(20)
  expect(seen.finished).toBeGreaterThan(500)
})

async function fill(): Promise<number[]> {
  const { db, close } = connect(database.url, { max: 1 })
  const ids = await Promise.all(Array.from({ length: teams }, (_, i) => createTeam(db, { weight: 1 + (i % 3) })))
  for (const teamId of ids) await enqueue(db, { teamId, onLost: 'requeue' })
  await db.execute(sql`
    insert into run (id, team_id, name, benchmark, launch, dispatch, lane_id, payload_hash, expires_at, weight, on_lost,
      infra_budget, workspace_key)
    select id || '-' || i, team_id, id || '-' || i, 'sample', '{}', 'ready', lane_id, 'h', now() + interval '1 day',
      100 * (1 + i % 3), case when i % 5 = 0 then 'report' else 'requeue' end, 1000,
      case when i % 2 = 0 then 'key ' || (i % ${2 * keys}::integer) end
    from run cross join generate_series(1, 4000) as i`)
  await db.execute(sql`update installation set watched_at = clock_timestamp()`)
  await close()
  return findLanes(pool.db, { labels: ['benchmark:sample'], teams: null })
}

/** Boots daemons one after the other on one host; each becomes a zombie after a while. */
async function host(laneIds: number[], until: number): Promise<void> {
  const hostId = unique('host-')
  while (Date.now() < until) {
    const children = new Set<Promise<void>>()
    await daemon(hostId, laneIds, until, children).catch(note)
    // An adopting daemon would wait for them as well: the lock on the state directory is theirs until they end.
    await Promise.all(children)
  }
}

async function daemon(hostId: string, laneIds: number[], until: number, children: Set<Promise<void>>): Promise<void> {
  const me = await register(pool.db, { hostId, capacity: 1_200 })
  seen.boots += 1
  const zombieAt = Date.now() + 200 + Math.random() * 1_200
  let [free, beatAt, isDying] = [1_200, 0, false]
  for (;;) {
    const isZombie = Date.now() > zombieAt
    if (Date.now() > until) return
    if (!isZombie && Date.now() > beatAt) {
      if ((await beatRunner(pool.db, me.id)) === null) return
      beatAt = Date.now() + beatEveryMs
    }
    if (isZombie && !isDying) {
      isDying = true
      await sleep(Math.max(0, beatAt - beatEveryMs + limits.leaseMs - Date.now() - lastClaimsMs))
    }
    // Around the end of its lease a zombie claims on and on, whatever it holds: there it meets the reaper.
    const appetite = isDying ? { freeWeight: null, limit: 1 } : { freeWeight: free, limit: 6 }
    const claim = await claimRuns(pool.db, { runnerId: me.id, laneIds, ...appetite, limits })
    for (const run of claim.runs) {
      seen.claimed += 1
      free -= run.weight
      // A zombie's children outlive its lease.
      const life = isZombie || Math.random() < 0.1 ? 300 + Math.random() * 900 : Math.random() * 30
      const ended = child(run, hostId, life)
        .catch(note)
        .then(() => {
          free += run.weight
          children.delete(ended)
        })
      children.add(ended)
    }
    if (isZombie && (await isGone(me.id))) {
      seen.zombies += 1
      return
    }
    if (claim.runs.length === 0) await sleep(isZombie ? 0 : 5)
  }
}

async function child(run: RunRow, hostId: string, life: number): Promise<void> {
  const attempt = `${run.id} epoch ${run.epoch}`
  seen.newest.set(run.id, Math.max(run.epoch, seen.newest.get(run.id) ?? 0))
  if (run.workspaceKey !== null) {
    const other = seen.writers.get(run.workspaceKey)
    if (other !== undefined) seen.twoWriters.push(`${run.workspaceKey}: ${other}, ${attempt}`)
    seen.writers.set(run.workspaceKey, attempt)
  }
  await sleep(life)
  // Its processes are gone before anybody is told so.
  if (run.workspaceKey !== null && seen.writers.get(run.workspaceKey) === attempt) seen.writers.delete(run.workspaceKey)
  const outcome = { status: 'succeeded', exitCode: 0 } as const
  const finished = await finishRun(pool.db, { runId: run.id, epoch: run.epoch, outcome, treeGone: true })
  if (finished === null) {
    seen.fenced += 1
    await reportTreeGone(pool.db, { runId: run.id, epoch: run.epoch, hostId })
    return
  }
  seen.finished += 1
  if (finished.epoch !== run.epoch || seen.newest.get(run.id) !== run.epoch) seen.wrongFinishes.push(attempt)
}

async function isGone(runnerId: string): Promise<boolean> {
  const [row] = await pool.db.execute<{ gone: boolean }>(
    sql`select status = 'gone' as gone from runner where id = ${runnerId}`,
  )
  return row?.gone !== false
}

async function every(ms: number, until: number, body: () => Promise<void>): Promise<void> {
  while (Date.now() < until) {
    await body().catch(note)
    await sleep(ms)
  }
}

function note(error: unknown): void {
  const { cause } = error as Error
  seen.errors.push(cause instanceof Error ? cause.message : String(error))
}
