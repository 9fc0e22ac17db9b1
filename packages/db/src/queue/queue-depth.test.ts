import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { setRunnerOrder } from '../runner/set-runner-order.ts'
import { run } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register } from '../testing/fixtures.ts'
import { queueDepth } from './queue-depth.ts'
import { waitReason } from './wait-reason.ts'

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

test('the depth of the queue names what its runs wait for, as each run does itself', async () => {
  const root = connect(database.url)
  const { db } = root
  expect(await queueDepth(pool.db, limits)).toMatchObject({ oldestSeconds: 0, lost: 0, waiting: { none: 0 } })
  const team = await createTeam(db)
  const capped = await createTeam(db, { cap: 0 })
  const runner = await register(db, { labels: ['benchmark:sample'], capacity: 200 })
  const paused = await register(db, { labels: ['gpu'] })
  await setRunnerOrder(db, { name: paused.name, kind: 'pause', note: null, forMs: null, by: 'u1' })
  const waiting = [
    await enqueue(db, { teamId: team, requires: ['tpu'] }),
    await enqueue(db, { teamId: team, requires: ['gpu'] }),
    await enqueue(db, { teamId: capped }),
  ]
  await enqueue(db, { teamId: team, workspaceKey: '/w', priority: 2 })
  await claimIn(db, team, runner)
  await enqueue(db, { teamId: team, workspaceKey: '/w', priority: 1 })
  await claimIn(db, team, runner)
  const { id: next } = await enqueue(db, { teamId: team })
  const reasons = await queueDepth(pool.db, limits)
  expect(reasons.waiting).toEqual({ label: 1, paused: 1, workspace: 1, cap: 1, capacity: 0, none: 1 })
  expect(reasons.oldestSeconds).toBeGreaterThan(0)
  for (const [nth, kind] of ['label', 'paused', 'cap'].entries()) {
    expect((await waitReason(db, waiting[nth]?.id ?? ''))?.kind).toBe(kind)
  }
  await db.update(run).set({ weight: 150 }).where(eq(run.id, next))
  expect((await queueDepth(pool.db, limits)).waiting).toMatchObject({ capacity: 1, none: 0 })
  expect((await waitReason(db, next))?.kind).toBe('capacity')
  await db.execute(sql`update run set lost_at = clock_timestamp() where status = 'starting'`)
  expect((await queueDepth(pool.db, limits)).lost).toBe(1)
  await root.close()
})
