import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { createTeam, enqueue, limits, register } from '../testing/fixtures.ts'
import { claimRuns } from './claim-runs.ts'
import { findLanes } from './find-lanes.ts'
import { finishRun } from './finish-run.ts'

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

test('a run is claimed once, started and finished', async () => {
  const { db } = pool
  const teamId = await createTeam(db)
  const created = await enqueue(db, { teamId })
  const runner = await register(db)
  const laneIds = await findLanes(db, { labels: runner.labels, teams: [teamId] })
  const request = { runnerId: runner.id, laneIds, freeWeight: 400, limit: 4, limits }
  const claim = await claimRuns(db, request)
  expect(claim).toMatchObject({
    runs: [{ id: created.id, epoch: 1, status: 'starting', hostId: runner.hostId }],
    misfit: null,
    more: false,
  })
  expect((await claimRuns(db, request)).runs).toEqual([])
  const finished = await finishRun(db, {
    runId: created.id,
    epoch: 1,
    outcome: { status: 'succeeded', exitCode: 0 },
    treeGone: true,
  })
  expect(finished).toMatchObject({ status: 'succeeded', exitCode: 0 })
})
