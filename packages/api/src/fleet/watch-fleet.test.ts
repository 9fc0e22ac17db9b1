import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, type Person } from '../fixtures/people.ts'
import { watchFleet } from './watch-fleet.ts'

const limits = { leaseMs: 600, lostGraceMs: queueLimits.lostGraceMs }

let api: TestApi
let owner: Person
beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
})
afterAll(() => api.close())

const watch = (databaseUrl: string, faults: unknown[]) =>
  watchFleet({ databaseUrl, limits, report: (error) => faults.push(error), random: Math.random })

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 10 s')
    await sleep(50)
  }
}

test('the only runner dies: its run is lost all the same, and what waits too long ends; nobody else was there to say so', async () => {
  const daemon = await openDaemon(api.databaseUrl, { name: 'alone' })
  const launch = { benchmark: 'edit', agent: 'noop', tasks: 1 }
  await api.mutate('runs.launch', { launch }, owner.headers)
  const run = await daemon.start()
  const waiting = await api.mutate('runs.launch', { launch }, owner.headers)
  const { id } = waiting.data as { id: string }
  await daemon.close()
  const { db, close } = connect(api.databaseUrl, { max: 1 })
  await db.execute(`update run set expires_at = now() where id = '${id}'`)
  await close()

  const faults: unknown[] = []
  const first = watch(api.databaseUrl, faults)
  const second = watch(api.databaseUrl, faults)
  const get = async (wanted: string) =>
    (await api.query('runs.get', { id: wanted }, owner.headers)).data as { status: string; lostAt: string | null }
  await until(async () => (await get(run.id)).lostAt !== null)
  await until(async () => (await get(id)).status === 'orphaned')
  expect(await get(run.id)).toMatchObject({ status: 'running' })
  await Promise.all([first.stop(), second.stop()])
  expect(faults).toEqual([])
})

test('a database that is away is said once, not at every look', async () => {
  const faults: unknown[] = []
  const nowhere = new URL(api.databaseUrl)
  nowhere.pathname = '/nowhere'
  const watching = watch(nowhere.href, faults)
  await until(async () => faults.length > 0)
  await sleep(500)
  await watching.stop()
  expect(faults).toHaveLength(1)
})
