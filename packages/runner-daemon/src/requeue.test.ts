import { listTrials } from '@paddock/db'
import { expect, test } from 'vitest'
import { insteadOfEdit, isTerminal, testHost } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()

test('a run that was requeued to another host counted the trials of both attempts', async () => {
  const first = await t.start()
  const { id } = await t.queue.launch({ tasks: 6, concurrency: 1, settings: { delay: '300ms' } }, { onLost: 'requeue' })
  await t.queue.until(id, ({ trialsPassed }) => trialsPassed >= 2)
  const other = testHost(t.database.url, t.queue.teamId)
  try {
    await first.stopWithRuns()
    const trialsBefore = (await listTrials(t.queue.db, { runId: id, limit: 500 })).trials
    const second = await other.start()
    const run = await t.queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'succeeded', epoch: 3, trialsPassed: 6, trialsRunning: 0, trialsMissing: 0 })
    const { trials } = await listTrials(t.queue.db, { runId: id, limit: 500 })
    const standing = trials.filter(({ supersededAt }) => supersededAt === null)
    expect(standing.map(({ epoch, attempt }) => [epoch, attempt])).toEqual(Array(6).fill([3, 1]))
    const replaced = trials.filter(({ supersededAt }) => supersededAt !== null)
    expect(replaced.map((trial) => trial.id).toSorted()).toEqual(trialsBefore.map((trial) => trial.id).toSorted())
    await second.stopWithRuns()
  } finally {
    other.remove()
  }
})

test('a requeued run began its budget anew with every attempt', async () => {
  t.host.writeConfig(insteadOfEdit('costly.sh'))
  const first = await t.start()
  const { id } = await t.queue.launch({ budgetUsd: 9.5 }, { onLost: 'requeue' })
  await t.queue.until(id, ({ costUsd }) => (costUsd ?? 0) >= 5)
  await first.stopWithRuns()
  const { costUsd } = await t.queue.run(id)
  await t.start()
  const run = await t.queue.until(id, isTerminal)
  expect(run).toMatchObject({ status: 'cancelled', errorCode: 'BUDGET', epoch: 3 })
  expect(run.costUsd).toBeGreaterThan(9.5)
  const { trials } = await listTrials(t.queue.db, { runId: id, limit: 500 })
  expect(trials.filter(({ epoch }) => epoch === 1)).toHaveLength(costUsd ?? 0)
  expect(trials.filter(({ supersededAt }) => supersededAt === null).length).toBeLessThan(9)
})
