import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from './connect.ts'
import { listen } from './listen.ts'
import { type Change, changeChannel, notifyChanges, wakeChannel } from './notify/notify-changes.ts'
import { requestCancel } from './queue/request-cancel.ts'
import { setRunnerOrder } from './runner/set-runner-order.ts'
import { claimIn, createTeam, enqueue, register } from './testing/fixtures.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url)
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

function recorder() {
  const messages: [string, string][] = []
  const states: string[] = []
  return {
    messages,
    states,
    handlers: {
      onMessage: (channel: string, payload: string) => void messages.push([channel, payload]),
      onListening: () => void states.push('listening'),
      onDown: () => void states.push('down'),
    },
  }
}

test('enqueue, cancel and orders wake daemons by id, once each, and tell the pages', async () => {
  const { db } = pool
  const { messages, states, handlers } = recorder()
  const listener = await listen(database.url, [wakeChannel, changeChannel], handlers)
  expect(states).toEqual(['listening'])
  const teamId = await createTeam(db)
  const run = await enqueue(db, { teamId })
  const runner = await register(db)
  await claimIn(db, teamId, runner)
  await requestCancel(db, { runId: run.id, reason: null, by: null })
  await setRunnerOrder(db, { name: runner.name, kind: 'pause', note: null, forMs: null, by: 'op' })
  await expect.poll(() => messages.filter(([channel]) => channel === wakeChannel)).toHaveLength(3)
  expect(messages.filter(([channel]) => channel === wakeChannel).map(([, payload]) => payload)).toEqual([
    `run ${run.id}`,
    `cancel ${run.id}`,
    `runner ${runner.name}`,
  ])
  const changes = messages
    .filter(([channel]) => channel === changeChannel)
    .flatMap(([, payload]) => JSON.parse(payload) as Change[])
  expect(changes).toContainEqual([teamId, 'run', run.id])
  expect(changes).toContainEqual([null, 'runner', runner.id])
  await listener.close()
})

test('many changes go out in few notifications, each once, none too long', async () => {
  const { messages, handlers } = recorder()
  const listener = await listen(database.url, [changeChannel], handlers)
  const changes = Array.from({ length: 1_000 }, (_, i): Change => ['team', 'trial', `t${i % 500}é`])
  await notifyChanges(pool.db, changes)
  await notifyChanges(pool.db, [])
  await expect.poll(() => messages.flatMap(([, payload]) => JSON.parse(payload) as Change[])).toHaveLength(500)
  expect(messages.length).toBeLessThan(5)
  await listener.close()
})

test('case 40: a listener whose connection is cut listens again, and says so', async () => {
  const { db } = pool
  const { messages, states, handlers } = recorder()
  const options = { applicationName: 'cut me', retryEveryMs: 20 }
  const listener = await listen(database.url, [wakeChannel], handlers, options)
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut me'`)
  await expect.poll(() => states).toEqual(['listening', 'down', 'listening'])
  await db.execute(sql`select pg_notify('paddock_wake', 'run r1')`)
  await expect.poll(() => messages).toContainEqual([wakeChannel, 'run r1'])
  await listener.close()
  expect(states).toEqual(['listening', 'down', 'listening'])
})

test('case 40: a listener that hears nothing of itself is rebuilt', async () => {
  const { db } = pool
  const { states, handlers } = recorder()
  const options = { applicationName: 'deaf', retryEveryMs: 20, proofEveryMs: 100 }
  const listener = await listen(database.url, [wakeChannel], handlers, options)
  // What a half-open connection looks like from here: its server process does nothing any more.
  const [backend] = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where application_name = 'deaf'`,
  )
  if (backend === undefined) throw new Error('no listener')
  process.kill(backend.pid, 'SIGSTOP')
  await expect.poll(() => states, { timeout: 5_000 }).toEqual(['listening', 'down', 'listening'])
  process.kill(backend.pid, 'SIGCONT')
  await listener.close()
})

test('a server that is not there is told to onDown, and close ends the attempts', async () => {
  const { states, handlers } = recorder()
  const nowhere = new URL(database.url)
  nowhere.port = '1'
  const listener = await listen(nowhere.href, [wakeChannel], handlers, { retryEveryMs: 10 })
  await expect.poll(() => states.filter((state) => state === 'down').length).toBeGreaterThan(1)
  await listener.close()
})
