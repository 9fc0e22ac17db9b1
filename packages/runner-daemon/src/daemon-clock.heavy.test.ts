import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listRunners } from '@paddock/db'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { endTree } from './process/end-tree.ts'
import { treeOf } from './process/find-tree.ts'
import { hostTable } from './process/host-table.ts'
import { insteadOfEdit, isTerminal, waitUntil } from './testing/test-host.ts'
import { testLimits } from './testing/test-limits.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
let daemon: ChildProcess | undefined
let runId = ''

afterEach(async () => {
  if (daemon !== undefined && daemon.exitCode === null && daemon.signalCode === null) {
    const gone = once(daemon, 'exit')
    daemon.kill('SIGTERM')
    await gone
  }
  // A test that failed leaves its run to a next daemon, which does not come.
  const ports = { table: hostTable, clock: systemClock, graceMs: 0, leaderExitGraceMs: 0 }
  await endTree(treeOf(null, `PADDOCK_RUN=${runId}.1`), ports)
})

/** A daemon as a process of its own, all of whose code reads a wall clock that is off. */
function startWithClockOff(offMs: number): void {
  const testing = join(import.meta.dirname, 'testing')
  const words = JSON.stringify({ configPath: t.host.configPath, databaseUrl: t.database.url })
  const preload = join(testing, 'fixtures', 'shifted-clock.ts')
  daemon = spawn(process.execPath, ['--import', preload, join(testing, 'fixtures', 'daemon-program.ts'), words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: t.host.directory, CLOCK_OFF_MS: String(offMs) },
  })
  daemon.stderr?.on('data', (bytes) => t.host.lines.push(String(bytes).trim()))
}

/** Of the runners that have not said good-bye. */
async function states(): Promise<string[]> {
  const fleet = await listRunners(t.queue.db, testLimits)
  return fleet.map(({ state }) => state).filter((state) => state !== 'gone')
}

const isRunning = ({ status }: { status: string }) => status === 'running'

test.for([
  ['an hour slow', -3_600_000],
  ['an hour fast', 3_600_000],
] as const)(
  'case 52: a daemon whose clock is %s beats, claims, reaps and ends runs as any other',
  async ([, offMs]) => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    startWithClockOff(offMs)
    const limited = await t.queue.launch({ timeoutMs: testLimits.leaseMs * 2 })
    runId = limited.id
    const { queuedAt, startedAt } = await t.queue.until(limited.id, isRunning)
    expect(Math.abs((startedAt?.getTime() ?? 0) - queuedAt.getTime())).toBeLessThan(15_000)
    // Longer than a lease: it reaps by now, and nobody has reaped it.
    await systemClock.sleep(testLimits.leaseMs * 1.5)
    expect(await t.queue.run(limited.id)).toMatchObject({ status: 'running', epoch: 1, lostAt: null })
    expect(await states()).toEqual(['busy'])
    // Nor was it declared gone meanwhile, and joined again.
    const boots = await t.queue.db.execute(`select from runner where '${t.queue.teamId}' = any(teams)`)
    expect(boots).toHaveLength(1)
    const ended = await t.queue.until(limited.id, isTerminal)
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'TIMEOUT' })
    expect((ended.finishedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0)).toBeGreaterThan(testLimits.leaseMs)
    await waitUntil(async () => (await states()).join() === 'ready')
  },
)
