import { execFileSync } from 'node:child_process'
import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileBlobStore } from '@paddock/artifacts'
import {
  clearRunnerOrder,
  getTraces,
  listArtifacts,
  listEvents,
  listRunners,
  listTrials,
  readOutput,
  requestCancel,
  setRunnerOrder,
} from '@paddock/db'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { hostRoom } from './health/watch-health.ts'
import type { Daemon } from './start-daemon.ts'
import {
  insteadOfEdit,
  isTerminal,
  membersOf,
  type TestHost,
  type TestQueue,
  testHost,
  testQueue,
  waitUntil,
} from './testing/test-host.ts'
import { testLimits } from './testing/test-limits.ts'

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
  host = testHost(database.url, queue.teamId)
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

async function outputOf(runId: string): Promise<string> {
  const page = await readOutput(queue.db, { runId, maxBytes: 10_000_000 })
  return page?.chunks.map((chunk) => chunk.text).join('') ?? ''
}

async function ownRow(daemon: Daemon) {
  const fleet = await listRunners(queue.db, testLimits)
  return fleet.find(({ runner }) => runner.id === daemon.runnerId())
}

const isRunning = ({ status }: { status: string }) => status === 'running'

describe('a run', () => {
  test('goes from the queue to its trials, traces, artifacts and output', async () => {
    await start()
    const { id } = await queue.launch({ tasks: 3 })
    const run = await queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'succeeded', exitCode: 0, trialsPassed: 3, trialsRunning: 0, errorCode: null })
    expect(run.directory).toBe(join(host.directory, 'jobs', run.name))
    expect(run.command?.envNames).not.toContain('DATABASE_URL')
    const { trials } = await listTrials(queue.db, { runId: id, limit: 100 })
    expect(trials.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass'])
    for (const trial of trials) {
      const [trace] = await getTraces(queue.db, trial.id)
      expect(trace).toMatchObject({ status: 'ended', format: 'markdown-conversation' })
      expect(trace?.steps).toBeGreaterThan(0)
      expect((await listArtifacts(queue.db, { runId: id, trialId: trial.id })).length).toBeGreaterThan(0)
    }
    const [log] = await listArtifacts(queue.db, { runId: id })
    expect(log).toMatchObject({ path: 'stdout.log' })
    const stored = await fileBlobStore(join(host.directory, 'blobs')).open(log?.sha256 ?? '')
    expect(stored && (await text(stored))).toBe(await outputOf(id))
    expect((await listEvents(queue.db, { runId: id })).map(({ kind }) => kind)).toEqual([
      'queued',
      'claimed',
      'started',
      'succeeded',
    ])
    expect(statSync(join(host.directory, 'state', 'runs')).mode & 0o777).toBe(0o700)
  })

  test('starts soon after it is queued', async () => {
    await start()
    await systemClock.sleep(300)
    const { id } = await queue.launch({ tasks: 1 })
    const { queuedAt, startedAt } = await queue.until(id, isTerminal)
    expect((startedAt?.getTime() ?? 0) - queuedAt.getTime()).toBeLessThan(400)
  })

  test('that fails says its exit code and its last words, and shows no secret anywhere', async () => {
    const key = 'sk-test-1234567890abcdef'
    host.writeConfig(`${insteadOfEdit('leak.sh')}secrets:\n  API_KEY: { env: MY_KEY }\n`)
    await start({ environment: { PATH: '/usr/bin:/bin', MY_KEY: key, DATABASE_URL: database.url } })
    const { id } = await queue.launch({ env: { API_KEY: { secret: 'API_KEY' } } })
    const run = await queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'failed', exitCode: 3, errorCode: 'PROCESS_FAILED' })
    expect(run.errorMessage).toContain('refused: [redacted]')
    expect(await outputOf(id)).toContain('key [redacted] end\n0\n')
    expect(JSON.stringify([run, host.lines, await listEvents(queue.db, { runId: id })])).not.toContain(key)
    for (const { sha256 } of await listArtifacts(queue.db, { runId: id })) {
      const stored = await fileBlobStore(join(host.directory, 'blobs')).open(sha256)
      expect(stored && (await text(stored))).not.toContain(key)
    }
  })

  test('that names a secret which this runner has not fails, and says which', async () => {
    await start()
    const { id } = await queue.launch({ env: { API_KEY: { secret: 'NOT_HERE' } } })
    expect(await queue.until(id, isTerminal)).toMatchObject({
      status: 'failed',
      errorCode: 'AUTH_REQUIRED',
      errorMessage: expect.stringContaining('NOT_HERE'),
    })
  })

  test('case 20: a burst of 12 runs spawns 12 processes, each once, never more than the capacity allows', async () => {
    host.writeConfig('capacity: 3\n')
    await start()
    const runs = await Promise.all(
      Array.from({ length: 12 }, () => queue.launch({ tasks: 1, settings: { delay: '200ms' } })),
    )
    let most = 0
    await waitUntil(async () => {
      const rows = await Promise.all(runs.map(({ id }) => queue.run(id)))
      most = Math.max(most, rows.filter(({ status }) => status === 'starting' || status === 'running').length)
      return rows.every(isTerminal)
    }, 25_000)
    const rows = await Promise.all(runs.map(({ id }) => queue.run(id)))
    expect(rows.map(({ status, epoch }) => `${status} ${epoch}`)).toEqual(Array(12).fill('succeeded 1'))
    expect(most).toBeLessThanOrEqual(3)
    expect(readdirSync(join(host.directory, 'state', 'runs'))).toHaveLength(12)
  })

  test('case 7: a run that waits for longer than a lease is still queued', async () => {
    await start()
    const { id } = await queue.launch({ labels: ['gpu'] })
    await systemClock.sleep(testLimits.leaseMs + 1_000)
    expect(await queue.run(id)).toMatchObject({ status: 'queued', epoch: 0 })
  })

  test("case 52: a daemon's wall clock that is off by an hour changes nothing", async () => {
    await start({ ports: { wallClockMs: () => Date.now() + 3_600_000 } })
    const { id } = await queue.launch({ tasks: 1, timeoutMs: 60_000 })
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

describe('cancelling', () => {
  test('case 14: a silent run is cancelled within its grace and a second, with its whole tree', async () => {
    host.writeConfig(insteadOfEdit('silent.sh'))
    await start()
    const { id } = await queue.launch()
    await queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 4)
    const from = performance.now()
    expect(await requestCancel(queue.db, { runId: id, reason: 'enough', by: null })).toBe('requested')
    expect(await queue.until(id, isTerminal)).toMatchObject({
      status: 'cancelled',
      errorCode: 'CANCELLED',
      errorMessage: 'enough',
    })
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(membersOf(id, 1)).toEqual([])
  })

  test('case 26: what a cancelled run said and solved is kept', async () => {
    await start()
    const { id } = await queue.launch({ tasks: 8, concurrency: 1, settings: { delay: '400ms' } })
    await queue.until(id, ({ trialsPassed }) => trialsPassed >= 1)
    await requestCancel(queue.db, { runId: id, reason: null, by: null })
    const run = await queue.until(id, isTerminal)
    expect(run.status).toBe('cancelled')
    expect(run.trialsPassed).toBeGreaterThanOrEqual(1)
    expect(run.trialsRunning).toBe(0)
    expect(await outputOf(id)).toContain('[trial] pass')
  })

  test('case 48: a cancel between claim and start is not lost', async () => {
    const script = join(import.meta.dirname, 'testing', 'cancel-run.ts')
    let runId = ''
    host.writeConfig(insteadOfEdit('chatty.sh'))
    await start({
      ports: {
        moments: {
          reached(moment) {
            if (moment === 'intent written') execFileSync(process.execPath, [script, database.url, runId])
          },
        },
      },
    })
    const launched = await queue.launch({ labels: [] })
    runId = launched.id
    expect(await queue.until(runId, isTerminal)).toMatchObject({ status: 'cancelled' })
    expect(membersOf(runId, 1)).toEqual([])
  })

  test('a run over its budget is ended, and says so', async () => {
    host.writeConfig(insteadOfEdit('costly.sh'))
    await start()
    const { id } = await queue.launch({ budgetUsd: 2.5 })
    const run = await queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'cancelled', errorCode: 'BUDGET' })
    expect(run.errorMessage).toMatch(/more than its budget of \$2\.50/)
    expect(run.costUsd).toBeGreaterThanOrEqual(3)
    expect(membersOf(id, 1)).toEqual([])
  })
})

describe('endings', () => {
  test('case 25: a leader that exits ends its run shortly after, and its dev server is gone', async () => {
    host.writeConfig(insteadOfEdit('dev-server.sh'))
    await start()
    const { id } = await queue.launch()
    const run = await queue.until(id, isTerminal, 5_000)
    expect(run).toMatchObject({ status: 'succeeded', exitCode: 0 })
    expect(membersOf(id, 1)).toEqual([])
    expect(await outputOf(id)).toBe('serving\ndone\n')
  })

  test('case 22: more output than the tail holds harms nothing, and what is missing is counted', async () => {
    host.writeConfig(insteadOfEdit('flood.sh'))
    await start({ limits: { outputTailBytes: 64 * 1024, logCapBytes: 1024 * 1024 } })
    const { id } = await queue.launch()
    const run = await queue.until(id, isTerminal, 20_000)
    expect(run.status).toBe('succeeded')
    const output = await outputOf(id)
    expect(output.endsWith('last line\n')).toBe(true)
    expect(output.length).toBeLessThanOrEqual(64 * 1024)
    const [log] = await listArtifacts(queue.db, { runId: id })
    expect(log?.size).toBeLessThan(2 * 1024 * 1024)
  })

  test('a run over its time is ended with its own code', async () => {
    host.writeConfig(insteadOfEdit('chatty.sh'))
    await start()
    const { id } = await queue.launch({ timeoutMs: 1_200 })
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'failed', errorCode: 'TIMEOUT' })
  })

  test('a run without output and without a changed file is ended as idle; one that writes files is not', async () => {
    host.writeConfig(insteadOfEdit('silent.sh'))
    await start()
    const silent = await queue.launch({ idleTimeoutMs: 1_000 })
    expect(await queue.until(silent.id, isTerminal)).toMatchObject({ status: 'failed', errorCode: 'IDLE_TIMEOUT' })
    host.writeConfig(insteadOfEdit('files-only.sh'))
    const busy = await queue.launch({ idleTimeoutMs: 1_500 })
    expect(await queue.until(busy.id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

describe('a daemon that may not take work', () => {
  test('case 17: a benchmark that was disabled is not claimed; enabled again, it is', async () => {
    const daemon = await start()
    host.writeConfig('benchmarks:\n  edit:\n    enabled: false\n')
    const { id } = await queue.launch({ tasks: 1 })
    await systemClock.sleep(1_200)
    expect(await queue.run(id)).toMatchObject({ status: 'queued' })
    expect((await ownRow(daemon))?.runner.labels).not.toContain('benchmark:edit')
    host.writeConfig()
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })

  test('case 18: a broken configuration is shown with file and line while the last good one works on', async () => {
    const daemon = await start()
    host.writeConfig('colour: red\n')
    const { id } = await queue.launch({ tasks: 1 })
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
    expect((await ownRow(daemon))?.runner.configError).toMatch(/runner\.yaml:9: unknown key "colour"/)
    host.writeConfig()
    await waitUntil(async () => (await ownRow(daemon))?.runner.configError === null)
  })

  test('case 47: on a full disk the runner quarantines itself with its reason, and goes on when there is room', async () => {
    let free = 0
    const daemon = await start({ ports: { room: { ...hostRoom, freeDiskMb: async () => free } } })
    const { id } = await queue.launch({ tasks: 1 })
    await waitUntil(async () => (await ownRow(daemon))?.runner.status === 'quarantined')
    expect((await ownRow(daemon))?.runner.statusReason).toMatch(/^low disk: 0 MB free in .*state/)
    expect(await queue.run(id)).toMatchObject({ status: 'queued', epoch: 0 })
    free = 100_000
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
    expect((await ownRow(daemon))?.runner.status).toBe('ready')
  })

  test('three starts in a row that fail quarantine the runner; it goes on by itself when the program is there', async () => {
    host.writeConfig('benchmarks:\n  edit:\n    executable: [/bin/sh, -c, "exit 0"]\n')
    const daemon = await start()
    const { id } = await queue.launch({ tasks: 1 })
    await queue.until(id, isTerminal)
    // The jobs directory cannot be made where a file stands.
    renameSync(join(host.directory, 'jobs'), join(host.directory, 'jobs-away'))
    execFileSync('touch', [join(host.directory, 'jobs')])
    const stuck = await queue.launch({ tasks: 1 })
    await waitUntil(async () => (await ownRow(daemon))?.runner.status === 'quarantined')
    expect((await ownRow(daemon))?.runner.statusReason).toMatch(/^3 starts in a row failed: .*jobs: EEXIST/)
    expect(await queue.run(stuck.id)).toMatchObject({ status: 'queued', infraAttempts: 0 })
    execFileSync('rm', [join(host.directory, 'jobs')])
    expect(await queue.until(stuck.id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })

  test('a state directory that vanished stops the claims, visibly', async () => {
    const daemon = await start()
    renameSync(join(host.directory, 'state'), join(host.directory, 'moved'))
    const { id } = await queue.launch({ tasks: 1 })
    await waitUntil(async () => (await ownRow(daemon))?.runner.status === 'quarantined')
    expect((await ownRow(daemon))?.runner.statusReason).toMatch(/state directory .* vanished/)
    await queue.until(id, ({ status }) => status === 'queued')
    renameSync(join(host.directory, 'moved'), join(host.directory, 'state'))
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })

  test('an order to pause or drain holds it back until it is taken back', async () => {
    const daemon = await start()
    await setRunnerOrder(queue.db, { name: 'host', kind: 'pause', note: 'maintenance', until: null, by: 'test' })
    await systemClock.sleep(500)
    const { id } = await queue.launch({ tasks: 1 })
    await systemClock.sleep(1_000)
    expect(await queue.run(id)).toMatchObject({ status: 'queued' })
    await setRunnerOrder(queue.db, { name: 'host', kind: 'drain', note: null, until: null, by: 'test' })
    await waitUntil(async () => (await ownRow(daemon))?.runner.status === 'draining')
    await clearRunnerOrder(queue.db, 'host')
    expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

describe('--once', () => {
  test('claims one run, finishes it, and is done', async () => {
    const first = await queue.launch({ tasks: 1 })
    const second = await queue.launch({ tasks: 1 })
    const daemon = await start({ mode: { kind: 'once', maxRuns: 1 } })
    await daemon.finished
    expect(await queue.run(first.id)).toMatchObject({ status: 'succeeded' })
    expect(await queue.run(second.id)).toMatchObject({ status: 'queued' })
  })

  test('a stop ends the run within its grace: nobody would adopt it', async () => {
    host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await queue.launch()
    const daemon = await start({ mode: { kind: 'once', maxRuns: 1 } })
    await queue.until(id, isRunning)
    const from = performance.now()
    await daemon.stop()
    expect(performance.now() - from).toBeLessThan(4_000)
    expect(await queue.run(id)).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('a stop queues a run again that may be repeated', async () => {
    host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await queue.launch({}, { onLost: 'requeue' })
    const daemon = await start({ mode: { kind: 'once', maxRuns: 1 } })
    await queue.until(id, isRunning)
    await daemon.stop()
    expect(await queue.run(id)).toMatchObject({ status: 'queued', epoch: 2, infraAttempts: 1 })
  })

  test('without anything to claim it ends after its wait', async () => {
    host.writeConfig('onceWait: 1s\n')
    const daemon = await start({ mode: { kind: 'once', maxRuns: 1 } })
    await daemon.finished
  })
})
