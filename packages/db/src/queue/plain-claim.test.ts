import { createTestDatabase, seededRandom, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { Db } from '../db.ts'
import type { RunnerRow } from '../rows.ts'
import { createTeam, enqueue, limits, register } from '../testing/fixtures.ts'
import { claimRuns } from './claim-runs.ts'
import { findLanes } from './find-lanes.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url, { max: 4, role: 'paddock_runner' })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

/** Three teams, lanes of two kinds; some heavy, some urgent, some in one workspace. */
async function randomQueue(random: (below: number) => number): Promise<string[]> {
  const root = connect(database.url, { max: 1 })
  const teams: string[] = []
  for (const weight of [1, 2, 0.5]) {
    const teamId = await createTeam(root.db, { weight })
    teams.push(teamId)
    for (let i = random(8); i > 0; i -= 1) {
      await enqueue(root.db, {
        teamId,
        priority: random(4) === 0 ? 1 : 0,
        weight: [10, 100, 100, 250][random(4)],
        workspaceKey: random(5) === 0 ? `/work/${teamId}` : null,
        requires: random(2) === 0 ? ['benchmark:sample'] : ['benchmark:sample', 'gpu'],
      })
    }
  }
  await root.close()
  return teams
}

/** All that one runner takes until nothing fits, the claims in order. `reserveFor` no run at all: the whole claim alone. */
async function drain(db: Db, runner: RunnerRow, laneIds: number[], reserveFor: string | null) {
  const taken: string[][] = []
  let free = runner.capacity ?? 0
  for (let round = 0; round < 40; round += 1) {
    const claim = await claimRuns(db, { runnerId: runner.id, laneIds, freeWeight: free, limit: 3, reserveFor, limits })
    free -= claim.runs.reduce((sum, { weight }) => sum + weight, 0)
    taken.push(claim.runs.map(({ id }) => id))
    if (claim.runs.length === 0 && !claim.more) break
  }
  return taken.flat().sort()
}

class Undo extends Error {}

async function undone<T>(db: Db, body: (tx: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | null = null
  await db
    .transaction(async (tx) => {
      result = { value: await body(tx) }
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  if (result === null) throw new Error('the body did not end')
  return (result as { value: T }).value
}

test('a runner is given the same runs whether its claims may be plain or not', async () => {
  let compared = 0
  for (let seed = 1; seed <= 25; seed += 1) {
    const unit = seededRandom(seed)
    const random = (below: number) => Math.floor(unit() * below)
    const teams = await randomQueue(random)
    const labels = ['benchmark:sample', 'gpu']
    const runner = await register(pool.db, { labels, capacity: 100 * (1 + random(9)) })
    const laneIds = await findLanes(pool.db, { labels, teams })
    const whole = await undone(pool.db, (tx) => drain(tx, runner, laneIds, 'no such run'))
    expect(await undone(pool.db, (tx) => drain(tx, runner, laneIds, null)), `seed ${seed}`).toEqual(whole)
    compared += whole.length
  }
  expect(compared).toBeGreaterThan(75)
})

test('two runners that claim the same plain runs at once share them', async () => {
  const root = connect(database.url, { max: 1 })
  const teamId = await createTeam(root.db)
  const queued = []
  for (let i = 0; i < 60; i += 1) queued.push((await enqueue(root.db, { teamId })).id)
  await root.close()
  const taken = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const runner = await register(pool.db, { capacity: null })
      const laneIds = await findLanes(pool.db, { labels: runner.labels, teams: [teamId] })
      const mine: string[] = []
      for (;;) {
        const claim = await claimRuns(pool.db, { runnerId: runner.id, laneIds, freeWeight: null, limit: 1, limits })
        mine.push(...claim.runs.map(({ id }) => id))
        if (claim.runs.length === 0 && !claim.more) return mine
      }
    }),
  )
  expect(taken.flat().sort()).toEqual(queued.sort())
})
