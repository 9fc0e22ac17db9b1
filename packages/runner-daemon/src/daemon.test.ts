import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listArtifacts, listEvents, listTrials, readOutput } from '@paddock/db'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Daemon } from './start-daemon.ts'
import { isTerminal, type TestHost, type TestQueue, testHost, testQueue } from './testing/test-host.ts'

let database: TestDatabase
let queue: TestQueue
let host: TestHost
const daemons: Daemon[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  queue = await testQueue(database.url)
  host = testHost(database.url)
})
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.stopWithRuns()
  await queue.close()
  host.remove()
})

async function start(options?: Parameters<TestHost['start']>[0]): Promise<Daemon> {
  const daemon = await host.start(options)
  daemons.push(daemon)
  return daemon
}

test('a run goes from the queue to its trials, traces, artifacts and output', async () => {
  await start()
  const { id } = await queue.launch({ tasks: 3 })
  const run = await queue.until(id, isTerminal)
  expect(run).toMatchObject({ status: 'succeeded', exitCode: 0, trialsPassed: 3, trialsRunning: 0, errorCode: null })
  const { trials } = await listTrials(queue.db, { runId: id, limit: 100 })
  expect(trials).toHaveLength(3)
  const artifacts = await listArtifacts(queue.db, { runId: id } as never)
  console.log(
    host.lines.join('\n'),
    JSON.stringify(artifacts),
    await readOutput(queue.db, { runId: id, cursor: null, tail: 100 } as never),
  )
  expect(readdirSync(join(host.directory, 'jobs'))).toEqual([run.name])
  void listEvents
})
