import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { listArtifacts, listEvents, listTrials } from '@paddock/db'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { isTerminal, membersOf, waitUntil } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()

const blobDir = () => `${t.host.directory}/blobs`
/** No directory can be made where a file stands: an error that is on no list of outages. */
function breakBlobs(): void {
  rmSync(blobDir(), { recursive: true, force: true })
  writeFileSync(blobDir(), '')
}

async function artifactsOfTrials(runId: string): Promise<number[]> {
  const { trials } = await listTrials(t.queue.db, { runId, limit: 500 })
  return Promise.all(
    trials.map(async ({ id: trialId }) => (await listArtifacts(t.queue.db, { runId, trialId })).length),
  )
}

test('a blob store that was away for a moment lost the artifacts of the trials that ended meanwhile', async () => {
  await t.start()
  breakBlobs()
  const { id } = await t.queue.launch({ tasks: 3 })
  await t.queue.until(id, ({ trialsPassed }) => trialsPassed === 3)
  await waitUntil(() => membersOf(id, 1).length === 0)
  await systemClock.sleep(1_500)
  expect(await t.queue.run(id)).toMatchObject({ status: 'running' })
  rmSync(blobDir())
  expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', exitCode: 0 })
  const counts = await artifactsOfTrials(id)
  expect(counts).toHaveLength(3)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect((await listEvents(t.queue.db, { runId: id })).map(({ kind }) => kind)).not.toContain('results-missing')
})

test('a run whose artifacts could not be stored said nothing of it, and noted them as stored', async () => {
  await t.start({ limits: { resultPatienceMs: 1_000 } })
  breakBlobs()
  const { id } = await t.queue.launch({ tasks: 2 })
  expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', trialsPassed: 2 })
  const events = (await listEvents(t.queue.db, { runId: id })).filter(({ kind }) => kind === 'results-missing')
  const told = events.map(({ data }) => (data as { reason: string }).reason)
  expect(told.some((reason) => /^Files of \d trials could not be stored\. .+: E[A-Z]+: /.test(reason))).toBe(true)
  expect(told.some((reason) => reason.startsWith('The log could not be stored. '))).toBe(true)
  expect(() => readFileSync(`${t.host.directory}/state/runs/${id}.1/stored-trials`)).toThrow('ENOENT')
})

test('a state directory that vanished kept a run running for ever: that a trial is stored could not be noted', async () => {
  await t.start()
  const { id } = await t.queue.launch({ tasks: 4, concurrency: 1, settings: { delay: '400ms' } })
  await t.queue.until(id, ({ trialsPassed }) => trialsPassed >= 1)
  rmSync(`${t.host.directory}/state/runs/${id}.1`, { recursive: true })
  const run = await t.queue.until(id, isTerminal)
  expect(run).toMatchObject({ status: 'failed', errorCode: 'EXIT_UNKNOWN', trialsPassed: 4, epoch: 1 })
  expect(Math.min(...(await artifactsOfTrials(id)))).toBeGreaterThan(0)
})
