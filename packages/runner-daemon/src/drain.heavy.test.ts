import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearRunnerOrder, setRunnerOrder } from '@paddock/db'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { insteadOfEdit, isTerminal, waitUntil } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
const isRunning = ({ status }: { status: string }) => status === 'running'
const endsDrained = { mode: { kind: 'service', whenDrained: 'end' } } as const
const staysDrained = { mode: { kind: 'service', whenDrained: 'stay' } } as const

const order = (kind: 'pause' | 'drain', forMs: number | null = null) =>
  setRunnerOrder(t.queue.db, { name: 'host', kind, note: null, forMs, by: 'test' })

test('drained, it ends once its last run has; started again, it claims nothing and ends again', async () => {
  t.host.writeConfig(insteadOfEdit('gated.sh'))
  const gate = join(t.host.directory, 'gate')
  execFileSync('mkfifo', [gate])
  const daemon = await t.start(endsDrained)
  const { id } = await t.queue.launch({ env: { GATE: gate, STATUS: '0' } })
  await t.queue.until(id, isRunning)
  await order('drain')
  await waitUntil(async () => (await t.ownRow(daemon))?.state === 'draining')
  const waiting = await t.queue.launch({ env: { GATE: gate, STATUS: '0' } })
  await systemClock.sleep(1_000)
  expect(await t.ownRow(daemon)).toMatchObject({ state: 'draining', heldRuns: 1 })
  writeFileSync(gate, 'open\n')
  await daemon.finished
  expect(await t.queue.run(id)).toMatchObject({ status: 'succeeded' })
  expect(await t.ownRow(daemon)).toMatchObject({ state: 'gone', runner: { statusReason: 'drained' } })

  await (await t.start(endsDrained)).finished
  expect(await t.queue.run(waiting.id)).toMatchObject({ status: 'queued', epoch: 0 })
  await clearRunnerOrder(t.queue.db, 'host')
  await t.start(endsDrained)
  await t.queue.until(waiting.id, isRunning)
  writeFileSync(gate, 'open\n')
  expect(await t.queue.until(waiting.id, isTerminal)).toMatchObject({ status: 'succeeded' })
})

test('where it would be started again it stays, says that it is empty, and goes on when it is resumed', async () => {
  const daemon = await t.start(staysDrained)
  await order('drain')
  await waitUntil(async () => (await t.ownRow(daemon))?.state === 'drained')
  const { id } = await t.queue.launch({ tasks: 1 })
  await systemClock.sleep(1_000)
  expect(await t.queue.run(id)).toMatchObject({ status: 'queued' })
  await clearRunnerOrder(t.queue.db, 'host')
  expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
})

test('drained for a time it stays, and goes on by itself', async () => {
  const daemon = await t.start(endsDrained)
  await order('drain', 3_000)
  await waitUntil(async () => (await t.ownRow(daemon))?.state === 'drained')
  const { id } = await t.queue.launch({ tasks: 1 })
  expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
})

test('an order from before its start was heard only after it had claimed a run', async () => {
  await order('pause')
  const { id } = await t.queue.launch({ tasks: 1 })
  // Claims do not look at orders, beats do: this one waits.
  await t.queue.db.transaction(async (tx) => {
    await tx.execute('lock table runner_order in access exclusive mode')
    await t.start(staysDrained)
    await systemClock.sleep(700)
  })
  await systemClock.sleep(1_000)
  expect(await t.queue.run(id)).toMatchObject({ status: 'queued', epoch: 0 })
})
