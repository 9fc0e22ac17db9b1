import { rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { type TcpProxy, tcpProxy } from './testing/tcp-proxy.ts'
import { insteadOfEdit, isTerminal, membersOf, waitUntil } from './testing/test-host.ts'
import { testLimits } from './testing/test-limits.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
let proxy: TcpProxy

beforeEach(async () => {
  proxy = await tcpProxy(t.database.url)
})
afterEach(async () => {
  proxy.restore()
  // The daemon is stopped after this: its last words go through the proxy.
  const own = proxy
  setTimeout(() => void own.close(), 20_000).unref()
})

const isRunning = ({ status }: { status: string }) => status === 'running'
const fortyLines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join('')

describe('while the database is away', () => {
  test('case 38: a run that may be repeated is killed before the lease ends; another outlives the outage', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    await t.start({ databaseUrl: proxy.url })
    const repeatable = await t.queue.launch({}, { onLost: 'requeue' })
    const once = await t.queue.launch({}, { onLost: 'report' })
    await t.queue.until(repeatable.id, isRunning)
    await t.queue.until(once.id, isRunning)
    await waitUntil(() => membersOf(repeatable.id, 1).length >= 2)
    proxy.cut()
    const from = performance.now()
    await waitUntil(() => membersOf(repeatable.id, 1).length === 0)
    expect(performance.now() - from).toBeLessThan(testLimits.leaseMs)
    await systemClock.sleep(testLimits.leaseMs)
    expect(membersOf(once.id, 1).length).toBeGreaterThan(0)
    proxy.restore()
    await t.queue.until(once.id, ({ status, lostAt }) => status === 'running' && lostAt === null)
    // What was killed here is queued again by its lease, and starts anew.
    const again = await t.queue.until(repeatable.id, ({ status, epoch }) => epoch > 1 && status === 'running', 20_000)
    expect(again.infraAttempts).toBe(1)
  })

  test('a run that ends meanwhile keeps its true status and all of its output', async () => {
    t.host.writeConfig(`${insteadOfEdit('count.sh')}environment:\n  set: { COUNT_STATUS: "4" }\n`)
    await t.start({ databaseUrl: proxy.url })
    const { id } = await t.queue.launch()
    await t.queue.until(id, isRunning)
    await systemClock.sleep(500)
    proxy.cut()
    await waitUntil(() => membersOf(id, 1).length === 0)
    await systemClock.sleep(testLimits.leaseMs + 1_000)
    proxy.restore()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'failed', exitCode: 4, epoch: 1, lostAt: null })
    expect(await t.outputOf(id)).toBe(fortyLines)
  })

  test('a run went on over its budget until the database was back', async () => {
    t.host.writeConfig(insteadOfEdit('costly.sh'))
    await t.start({ databaseUrl: proxy.url })
    const { id } = await t.queue.launch({ budgetUsd: 4.5 }, { onLost: 'report' })
    await t.queue.until(id, ({ costUsd }) => (costUsd ?? 0) >= 1)
    proxy.cut()
    await waitUntil(() => membersOf(id, 1).length === 0, 15_000)
    proxy.restore()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'cancelled', errorCode: 'BUDGET' })
  })

  test('case 40: connections that died without a word are replaced, and runs start again', async () => {
    await t.start({ databaseUrl: proxy.url })
    await systemClock.sleep(500)
    proxy.freeze()
    const { id } = await t.queue.launch({ tasks: 1 })
    expect(await t.queue.until(id, isTerminal, 20_000)).toMatchObject({ status: 'succeeded' })
    const listening = () =>
      t.queue.db.execute(
        `select pid from pg_stat_activity where application_name like 'paddock-runner%listener' and datname = current_database()`,
      )
    await waitUntil(async () => (await listening()).length >= 1, 15_000)
  })

  for (const moment of [
    'claimed',
    'spawned',
    'started',
    'exit seen',
    'results stored',
    'outcome journalled',
  ] as const) {
    test(`case 40: connections that die without a word at "${moment}" hold nothing up`, async () => {
      let frozen = 0
      await t.start({
        databaseUrl: proxy.url,
        ports: {
          moments: {
            reached(now) {
              if (now === moment && frozen++ === 0) proxy.freeze()
            },
          },
        },
      })
      const { id } = await t.queue.launch({ tasks: 1 })
      expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', lostAt: null, infraAttempts: 0 })
      expect(frozen).toBeGreaterThan(0)
    })
  }
})

describe('fencing', () => {
  test('case 30: a run whose epoch moved on is killed here, and nothing of it is written', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    await t.start()
    const { id } = await t.queue.launch()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 2)
    await t.queue.db.execute(
      `update run set status = 'queued', dispatch = 'ready', epoch = 2, runner_id = null where id = '${id}'`,
    )
    await waitUntil(() => membersOf(id, 1).length === 0)
    const run = await t.queue.until(id, ({ status, epoch }) => status === 'running' && epoch === 3)
    expect(run).toMatchObject({ errorCode: null, exitCode: null })
  })

  test('case 36: a daemon whose row is gone joins again, and its run goes on', async () => {
    t.host.writeConfig(insteadOfEdit('count.sh'))
    const daemon = await t.start()
    const { id } = await t.queue.launch()
    await t.queue.until(id, isRunning)
    const before = daemon.runnerId()
    await t.queue.db.execute(`update runner set status = 'gone', gone_at = clock_timestamp() where id = '${before}'`)
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', epoch: 1 })
    expect(daemon.runnerId()).not.toBe(before)
    expect(await t.outputOf(id)).toBe(fortyLines)
  })

  test('a claim whose answer was lost is found by the beats, and given back', async () => {
    const daemon = await t.start()
    const { id } = await t.queue.launch({ labels: ['nobody'] })
    const own = daemon.runnerId()
    await t.queue.db.execute(
      `update run set status = 'starting', dispatch = null, epoch = 1, tree_epoch = 1, tree_gone_at = null, runner_id = '${own}',
        host_id = (select host_id from runner where id = '${own}') where id = '${id}'`,
    )
    expect(await t.queue.until(id, ({ status }) => status === 'queued')).toMatchObject({ epoch: 1, infraAttempts: 0 })
  })
})

test('a full or failing disk under the records keeps the run, and its end is told once there is room', async () => {
  t.host.writeConfig(insteadOfEdit('count.sh'))
  await t.start()
  const { id } = await t.queue.launch()
  await t.queue.until(id, isRunning)
  rmSync(`${t.host.directory}/blobs`, { recursive: true, force: true })
  // The blob store cannot be written where a file stands.
  writeFileSync(`${t.host.directory}/blobs`, '')
  await waitUntil(() => membersOf(id, 1).length === 0)
  await systemClock.sleep(1_500)
  expect(await t.queue.run(id)).toMatchObject({ status: 'running' })
  rmSync(`${t.host.directory}/blobs`)
  expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', exitCode: 0 })
})
