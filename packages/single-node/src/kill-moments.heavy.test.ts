import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@paddock/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from './fixtures/call-api.ts'
import { type RunRecord, readRunRecord } from './fixtures/run-record.ts'
import { endAll, recordedPid, type Started, startMain } from './fixtures/start-main.ts'
import { findServers } from './postgres/find-servers.ts'
import { runningUrl } from './postgres/running-url.ts'
import { findFreePort } from './process/find-free-port.ts'
import { readProcess } from './process/read-process.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const built = existsSync(path('../../../apps/web/.next/standalone/apps/web/server.js'))

const seed = Number(process.env.PADDOCK_KILL_SEED ?? 20_261_130)
const random = seededRandom(seed)
/** Roughly how long the run of a round takes when nobody is killed. */
const runMs = 3_500
const launch = {
  ...{ benchmark: 'edit', agent: 'coin:0.6:7', tasks: 6, attempts: 2, concurrency: 2 },
  settings: { delay: '300ms' },
}

let home: string
let dataDir: string
let port: number
let started: Started
let reference: RunRecord

const start = async (...words: string[]) => {
  started = await startMain(['--data-dir', dataDir, '--port', String(port), ...words], {
    PADDOCK_OWNER_EMAIL: 'owner@example.org',
    PADDOCK_OWNER_PASSWORD: 'correct horse battery',
    PADDOCK_OWNER_API_KEY_FILE: join(home, 'owner.key'),
  })
}

const call = <T>(procedure: string, input: unknown) =>
  callApi<T>(`http://127.0.0.1:${port}`, readFileSync(join(home, 'owner.key'), 'utf8').trim(), procedure, input)

/** A call as a patient client makes it: whatever is down comes back. */
async function insist<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + 90_000
  for (;;) {
    let last: unknown = 'not yet'
    try {
      const answer = await ask()
      if (answer !== null) return answer
    } catch (error) {
      last = error
    }
    if (performance.now() > end) throw new Error(`never: ${what} (seed ${seed})`, { cause: last })
    await sleep(150)
  }
}

/** Sent until it is accepted, always under one key: a launch whose answer was lost is not launched again. */
async function launchRun(key: string): Promise<string> {
  const { id } = await insist('a launch', () => call<{ id: string }>('runs.launch', { launch, idempotencyKey: key }))
  return id
}

const isEnded = ({ status }: { status: string }) => !['queued', 'starting', 'running'].includes(status)

async function ended(id: string): Promise<RunRecord> {
  await insist(`the end of ${id}`, async () => {
    const run = await call<{ status: string }>('runs.get', { id })
    return isEnded(run) ? run : null
  })
  return insist(`the record of ${id}`, () => readRunRecord(call, id))
}

/** Killed attempts that never spawned leave events of their own; everything else is as if nothing had happened. */
function expectSameAs(record: RunRecord): void {
  const { events, eventNumbers, ...rest } = record
  const { events: _, eventNumbers: __, ...expected } = reference
  expect(rest).toEqual(expected)
  expect(new Set(eventNumbers).size).toBe(eventNumbers.length)
  for (const kind of ['queued', 'started', 'succeeded']) {
    expect(
      events.filter((one) => one === kind),
      `${kind} in ${events.join(', ')}`,
    ).toHaveLength(1)
  }
}

type Pid = number | undefined

const daemon = (): Pid => recordedPid(dataDir, 'runner')
const web = (): Pid => recordedPid(dataDir, 'web')
const postmaster = (): Pid => findServers(join(dataDir, 'postgres', 'cluster')).postmasters[0]
const supervisor = (): Pid => started.child.pid

const victims = {
  'the daemon': () => [daemon()],
  'the web program': () => [web()],
  PostgreSQL: () => [postmaster()],
  'all three': () => [daemon(), web(), postmaster()],
  'the supervisor': () => [supervisor()],
  'the supervisor and all three': () => [supervisor(), daemon(), web(), postmaster()],
} satisfies Record<string, () => Pid[]>

function killNow(pids: Pid[]): void {
  // Never 0 or undefined, which would be the group of the tests. One that is down already needs no kill.
  for (const pid of pids) if (pid && readProcess(pid)) process.kill(pid, 'SIGKILL')
}

beforeAll(async () => {
  if (!built) return
  home = mkdtempSync(join(tmpdir(), 'paddock-kills-'))
  dataDir = join(home, 'data')
  port = await findFreePort()
  await start()
  reference = await ended(await launchRun('reference'))
  expect(reference.end).toMatchObject({ status: 'succeeded', exitCode: 0, error: null, trials: { planned: 12 } })
}, 120_000)

afterAll(async () => {
  await endAll()
  if (home) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

describe.runIf(built)('kill -9', () => {
  it('holds the reference run against what the coin says: each attempt once, in every place', () => {
    expect(reference.trials).toHaveLength(12)
    expect(new Set(reference.trials).size).toBe(12)
    expect(reference.onDisk).toHaveLength(12)
    expect(reference.traces).toHaveLength(12)
    expect(reference.lines.filter((line) => line.startsWith('[trial]'))).toHaveLength(12)
    expect(reference.lines.filter((line) => line.startsWith('[edit] coin'))).toHaveLength(1)
    const passes = (lines: string[]) => lines.filter((line) => line.endsWith(': pass')).length
    expect(passes(reference.onDisk)).toBe(passes(reference.trials))
    expect(passes(reference.trials)).toBe(reference.end.trials.passed)
  })

  // In this order each program dies at most twice before a supervisor that counts anew: its pauses stay short.
  const order = [
    ...(['the daemon', 'the web program', 'PostgreSQL', 'all three', 'the supervisor'] as const),
    ...(['the daemon', 'the web program', 'PostgreSQL', 'all three', 'the supervisor and all three'] as const),
  ]
  const rounds = Array.from({ length: 30 }, (_, round) => ({
    round: round + 1,
    victim: order[round % order.length] ?? 'the daemon',
    afterMs: Math.round(random() * runMs),
  }))
  it.for(rounds)(
    '$round: of $victim, $afterMs ms after the launch, loses and doubles nothing',
    async ({ round, victim, afterMs }) => {
      const id = await launchRun(`round ${round}`)
      await sleep(afterMs)
      killNow(victims[victim]())
      if (victim.startsWith('the supervisor')) {
        await started.end('SIGKILL')
        await start()
      }
      expectSameAs(await ended(id))
    },
  )
})

describe.runIf(built)('kill -9 of the daemon at a moment that no clock hits', () => {
  const runs: [dieAt: string, pauseMs: number][] = [
    ['claimed', 0],
    ['intent written', 0],
    ['spawned', 0],
    // Longer than the run: nobody was there when it ended.
    ['spawned', 2 * runMs],
    ['exit seen', 0],
    ['outcome journalled', 0],
  ]
  it.for(runs)('"%s", the next start %d ms later: the run ends with its true result', async ([dieAt, pauseMs]) => {
    if (recordedPid(dataDir, 'runner') !== undefined) {
      await started.end('SIGTERM')
      await start('--no-runner')
    }
    const doomed = startDaemon(dieAt)
    const id = await launchRun(`at ${dieAt}, ${pauseMs}`)
    expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL'])
    await sleep(pauseMs)
    const next = startDaemon('never')
    expectSameAs(await ended(id))
    next.kill('SIGTERM')
    await once(next, 'exit')
  })
})

/** The daemon of this installation, built to kill itself at a moment. */
function startDaemon(dieAt: string): ChildProcess {
  const program = path('../../runner-daemon/src/testing/fixtures/daemon-program.ts')
  const words = { configPath: join(dataDir, 'runner.yaml'), databaseUrl: runningUrl(join(dataDir, 'postgres')), dieAt }
  return spawn(process.execPath, [program, JSON.stringify(words)], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
}
