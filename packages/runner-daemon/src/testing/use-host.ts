import { listRunners, readOutput } from '@paddock/db'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Daemon } from '../start-daemon.ts'
import { type StartOptions, type TestHost, type TestQueue, testHost, testQueue } from './test-host.ts'
import { testLimits } from './test-limits.ts'

export interface HostContext {
  database: TestDatabase
  /** A team of its own for each test, */
  queue: TestQueue
  /** and a host that serves it alone. */
  host: TestHost
  /** A daemon that is stopped with its runs after the test. */
  start(options?: StartOptions): Promise<Daemon>
  stopLater(daemon: Daemon): void
  outputOf(runId: string): Promise<string>
  /** The row of a daemon, as the fleet page would see it. */
  ownRow(daemon: Daemon): ReturnType<typeof ownRow>
}

/** Sets up database, team and host for the tests of a file; what the daemon said is printed with a failed one. */
export function useHost(): HostContext {
  const daemons: Daemon[] = []
  const context = {
    async start(options?: StartOptions) {
      const daemon = await context.host.start(options)
      daemons.push(daemon)
      return daemon
    },
    stopLater: (daemon: Daemon) => void daemons.push(daemon),
    outputOf: (runId: string) => outputOf(context.queue, runId),
    ownRow: (daemon: Daemon) => ownRow(context.queue, daemon),
  } as HostContext
  beforeAll(async () => {
    context.database = await createTestDatabase()
  })
  afterAll(() => context.database.close())
  beforeEach(async () => {
    context.queue = await testQueue(context.database.url)
    context.host = testHost(context.database.url, context.queue.teamId)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.log(context.host.lines.join('\n'))
    for (const daemon of daemons.splice(0)) await daemon.stopWithRuns()
    await context.queue.close()
    context.host.remove()
  })
  return context
}

async function outputOf(queue: TestQueue, runId: string): Promise<string> {
  const page = await readOutput(queue.db, { runId, maxBytes: 10_000_000 })
  return page?.chunks.map((chunk) => chunk.text).join('') ?? ''
}

async function ownRow(queue: TestQueue, daemon: Daemon) {
  const fleet = await listRunners(queue.db, testLimits)
  return fleet.find(({ runner }) => runner.id === daemon.runnerId())
}
