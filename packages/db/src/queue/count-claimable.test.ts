import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { ifAlone } from '../if-alone.ts'
import { leaveRunner } from '../runner/leave-runner.ts'
import { pastClaiming } from '../runner/past-claiming.ts'
import { updateRunner } from '../runner/update-runner.ts'
import { installation } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register, unique } from '../testing/fixtures.ts'
import { countClaimable } from './count-claimable.ts'
import { requestCancel } from './request-cancel.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url, { role: 'paddock_runner' })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const count = (teamId: string, labels = ['benchmark:sample'], upTo = 100) =>
  countClaimable(pool.db, { labels, teams: [teamId], upTo })

/** Set-up that the runner's role may not do. */
async function asOperator<T>(body: (db: Connection['db']) => Promise<T>): Promise<T> {
  const operator = connect(database.url, { max: 1 })
  try {
    return await body(operator.db)
  } finally {
    await operator.close()
  }
}
const team = (limit?: { cap?: number }) => asOperator((db) => createTeam(db, limit))

test('counts what runners with these labels could take, no further than asked', async () => {
  const { db } = pool
  const teamId = await team()
  for (const _ of Array(3)) await enqueue(db, { teamId })
  const gpu = await enqueue(db, { teamId, requires: ['benchmark:sample', 'gpu'] })
  expect(await count(teamId)).toBe(3)
  expect(await count(teamId, ['benchmark:sample', 'gpu'])).toBe(4)
  expect(await count(teamId, ['benchmark:sample', 'gpu'], 2)).toBe(2)
  expect(await count(teamId, ['gpu'])).toBe(0)
  expect(await count('another')).toBe(0)
  await requestCancel(db, { runId: gpu.id, reason: null, by: null })
  await claimIn(db, teamId, await register(db), { limit: 1 })
  expect(await count(teamId, ['benchmark:sample', 'gpu'])).toBe(2)
})

test('counts one run a workspace, and none where it has a writer', async () => {
  const { db } = pool
  const teamId = await team()
  const workspaceKey = unique('/data/')
  await enqueue(db, { teamId, workspaceKey })
  await enqueue(db, { teamId, workspaceKey })
  expect(await count(teamId)).toBe(1)
  await claimIn(db, teamId, await register(db), { limit: 1 })
  expect(await count(teamId)).toBe(0)
})

test('counts no more than the caps of team and installation let through', async () => {
  const { db } = pool
  const teamId = await team({ cap: 250 })
  for (const _ of Array(4)) await enqueue(db, { teamId })
  expect(await count(teamId)).toBe(2)
  await claimIn(db, teamId, await register(db), { limit: 1 })
  expect(await count(teamId)).toBe(1)
  const closed = await team({ cap: 0 })
  await enqueue(db, { teamId: closed })
  expect(await count(closed)).toBe(0)
  const other = await team()
  await enqueue(db, { teamId: other, weight: 5_000 })
  expect(await count(other)).toBe(1)
  const setCap = (cap: number | null) => asOperator((operator) => operator.update(installation).set({ cap }))
  await setCap(300)
  // Other tests of this file hold runs: heavier than the cap waits for them.
  expect(await count(other)).toBe(0)
  await setCap(null)
})

test('tells the runners that take nothing any more from those that will', async () => {
  const { db } = pool
  const teamId = await team()
  await enqueue(db, { teamId })
  const names = ['holds', 'waits', 'drains', 'left', 'unknown'].map((name) => unique(`${name}-`))
  const [holds, , drains, left] = await Promise.all(names.slice(0, 4).map((name) => register(db, { name, once: true })))
  if (!holds || !drains || !left) throw new Error('not registered')
  await claimIn(db, teamId, holds)
  await updateRunner(db, drains.id, { status: 'draining' })
  await leaveRunner(db, left.id, 'done')
  expect(new Set(await pastClaiming(db, names))).toEqual(new Set([names[0], names[2], names[3]]))
})

test('of two under one name only the first goes on, until it is done or has failed', async () => {
  const second = connect(database.url, { role: 'paddock_runner', max: 1 })
  const outcome = await ifAlone(pool.db, 'a', () => ifAlone(second.db, 'a', async () => 'both'))
  expect(outcome).toEqual({ kind: 'done', value: { kind: 'busy' } })
  expect(await ifAlone(pool.db, 'a', () => ifAlone(second.db, 'b', async () => 1))).toMatchObject({
    value: { kind: 'done' },
  })
  await expect(ifAlone(pool.db, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await ifAlone(second.db, 'a', async () => 2)).toEqual({ kind: 'done', value: 2 })
  await second.close()
})
