import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUpRun, listEvents, listRunners, listTrials, requestCancel } from '@paddock/db'
import * as schema from '@paddock/db/schema'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import type { Moment } from './moments.ts'
import { insteadOfEdit, isTerminal, membersOf, testHost, waitUntil } from './testing/test-host.ts'
import { testLimits } from './testing/test-limits.ts'

import { useHost } from './testing/use-host.ts'

const t = useHost()
const programs: ChildProcess[] = []

afterEach(async () => {
  for (const program of programs.splice(0)) await kill(program)
})

/** A daemon as a process of its own, which kills itself at a moment. */
function program(dieAt: Moment | null = null): ChildProcess {
  const words = JSON.stringify({ configPath: t.host.configPath, databaseUrl: t.database.url, dieAt })
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing', 'fixtures', 'daemon-program.ts'), words],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: t.host.directory },
    },
  )
  child.stderr?.on('data', (bytes) => t.host.lines.push(String(bytes).trim()))
  programs.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const isRunning = ({ status }: { status: string }) => status === 'running'
const fortyLines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join('')

describe('kill -9 of the daemon', () => {
  const fates: Record<string, 'again' | 'same'> = {
    claimed: 'again',
    'intent written': 'again',
    spawned: 'same',
    started: 'same',
    'exit seen': 'same',
    'results stored': 'same',
    'outcome journalled': 'same',
    finished: 'same',
  }
  for (const [moment, fate] of Object.entries(fates)) {
    test(`case 46: at "${moment}" loses no result and tells no lie`, async () => {
      t.host.writeConfig(insteadOfEdit('count.sh'))
      const { id } = await t.queue.launch({}, { workspaceKey: `/work/${moment}` })
      const first = program(moment as Moment)
      await once(first, 'exit')
      await t.start()
      const run = await t.queue.until(id, isTerminal)
      expect(run).toMatchObject({ status: 'succeeded', exitCode: 0, errorCode: null, lostAt: null, infraAttempts: 0 })
      // Between spawn and the shim's first word either may win: never started and claimed again, or adopted.
      if (moment !== 'spawned') expect(run.epoch).toBe(fate === 'again' ? 2 : 1)
      expect(await t.outputOf(id)).toBe(fortyLines)
      const ended = (await listEvents(t.queue.db, { runId: id })).filter(({ kind }) => kind === 'succeeded')
      expect(ended).toHaveLength(1)
      expect(membersOf(id, 1)).toEqual([])
      expect(await t.queue.db.select().from(schema.keyLock)).toEqual([])
    })
  }

  test('case 46: with real trials, nothing is lost and nothing doubled', async () => {
    const { id } = await t.queue.launch(
      { tasks: 6, concurrency: 1, settings: { delay: '400ms' } },
      { onLost: 'report' },
    )
    const first = program()
    await t.queue.until(id, ({ trialsPassed }) => trialsPassed >= 1)
    await kill(first)
    await t.start()
    const run = await t.queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'succeeded', epoch: 1, trialsPassed: 6, trialsRunning: 0 })
    const { trials } = await listTrials(t.queue.db, { runId: id, limit: 100 })
    expect(new Set(trials.map(({ name }) => name)).size).toBe(6)
  })

  test('case 46: killed again and again at seeded moments, every run ends once, with all of its results', async () => {
    const seed = 20_261_130
    t.host.writeConfig('capacity: 3\n')
    const runs = await Promise.all(
      Array.from({ length: 5 }, () =>
        t.queue.launch({ tasks: 4, concurrency: 1, settings: { delay: '300ms' } }, { onLost: 'report' }),
      ),
    )
    for (let round = 0, state = seed; round < 6; round++) {
      // Numerical Recipes' generator: the same moments every time.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const daemon = program()
      await Promise.race([once(daemon.stdout as NodeJS.ReadableStream, 'data'), once(daemon, 'exit')])
      await systemClock.sleep((state / 2 ** 32) * 1_500)
      await kill(daemon)
    }
    await t.start()
    for (const { id } of runs) {
      const run = await t.queue.until(id, isTerminal, 60_000)
      expect(run).toMatchObject({ status: 'succeeded', trialsPassed: 4, trialsRunning: 0, errorCode: null })
      expect((await t.outputOf(id)).match(/^\[trial\] pass/gm)).toHaveLength(4)
      const ends = (await listEvents(t.queue.db, { runId: id })).filter(({ kind }) => kind === 'succeeded')
      expect(ends).toHaveLength(1)
    }
  })

  test('a failure that happened while no daemon was there keeps its true status', async () => {
    t.host.writeConfig(`${insteadOfEdit('count.sh')}environment:\n  set: { COUNT_STATUS: "9" }\n`)
    const { id } = await t.queue.launch()
    const first = program()
    await t.queue.until(id, isRunning)
    await kill(first)
    await waitUntil(() => membersOf(id, 1).length === 0)
    await t.start()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({
      status: 'failed',
      exitCode: 9,
      errorCode: 'PROCESS_FAILED',
    })
    expect(await t.outputOf(id)).toBe(fortyLines)
  })

  test('a run whose shim was killed too ends as "exit unknown", not as a success', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const { id } = await t.queue.launch()
    const first = program()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 2)
    await kill(first)
    for (const pid of membersOf(id, 1)) process.kill(pid, 'SIGKILL')
    await t.start()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({
      status: 'failed',
      errorCode: 'EXIT_UNKNOWN',
      exitCode: null,
    })
  })

  test('case 43: a cancel after a restart reaches the adopted tree', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await t.queue.launch()
    const first = program()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 4)
    await kill(first)
    await t.start()
    await requestCancel(t.queue.db, { runId: id, reason: null, by: null })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'cancelled' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('case 43: a cancel that came while no daemon was there is carried out by the next', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const { id } = await t.queue.launch()
    const first = program()
    await t.queue.until(id, isRunning)
    await kill(first)
    await requestCancel(t.queue.db, { runId: id, reason: 'late', by: null })
    await t.start()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'cancelled', errorMessage: 'late' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('case 42: a host that comes back after its run was queued again kills its tree and restarts nothing', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const { id } = await t.queue.launch({}, { onLost: 'requeue' })
    const first = program()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 2)
    await kill(first)
    const other = testHost(t.database.url, t.queue.teamId)
    try {
      other.writeConfig(insteadOfEdit('chatty.sh'))
      const elsewhere = await other.start({ labels: [] })
      t.stopLater(elsewhere)
      await t.queue.until(id, ({ epoch, status }) => epoch >= 3 && status === 'running', 20_000)
      expect(membersOf(id, 1).length).toBeGreaterThan(0)
      await t.start()
      await waitUntil(() => membersOf(id, 1).length === 0)
      expect(await t.queue.run(id)).toMatchObject({ status: 'running', runnerId: elsewhere.runnerId() })
      await elsewhere.stopWithRuns()
    } finally {
      other.remove()
    }
  })

  test('case 15: what an orphan left running is killed when its host comes back; who has its pid by now is not', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const { id } = await t.queue.launch()
    const first = program()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 2)
    await kill(first)
    const stranger = spawn('sleep', ['300'], { stdio: 'ignore', detached: true })
    programs.push(stranger)
    // As if the leader were gone, and its number another's: start and boot stay what they were.
    const pidFile = join(t.host.directory, 'state', 'runs', `${id}.1`, 'pid.json')
    const identity = JSON.parse(readFileSync(pidFile, 'utf8')) as Record<string, unknown>
    writeFileSync(pidFile, `${JSON.stringify({ ...identity, pid: stranger.pid })}\n`)
    await t.queue.db.execute(`update run set lost_at = clock_timestamp() where id = '${id}'`)
    expect(await giveUpRun(t.queue.db, { runId: id, by: 'op' })).toMatchObject({ status: 'orphaned', treeGoneAt: null })
    expect(membersOf(id, 1).length).toBeGreaterThan(0)
    await t.start()
    await waitUntil(() => membersOf(id, 1).length === 0)
    await t.queue.until(id, ({ treeGoneAt }) => treeGoneAt !== null)
    expect(await t.queue.run(id)).toMatchObject({ status: 'orphaned', errorCode: 'GIVEN_UP', epoch: 2 })
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  test('case 33: a workspace key is held while the tree lives, and free once it is proved dead', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const holder = await t.queue.launch({}, { workspaceKey: '/work/shared' })
    const first = program()
    await t.queue.until(holder.id, isRunning)
    await waitUntil(() => membersOf(holder.id, 1).length >= 2)
    const waiter = await t.queue.launch({}, { workspaceKey: '/work/shared' })
    await kill(first)
    expect(await t.queue.db.select().from(schema.keyLock)).toHaveLength(1)
    expect(await t.queue.run(waiter.id)).toMatchObject({ status: 'queued' })
    await t.start()
    await requestCancel(t.queue.db, { runId: holder.id, reason: null, by: null })
    await t.queue.until(holder.id, isTerminal)
    expect(membersOf(holder.id, 1)).toEqual([])
    await t.queue.until(waiter.id, isRunning)
  })
})

describe('a stop', () => {
  test('case 37: SIGTERM leaves the runs to the next start, which adopts them', async () => {
    t.host.writeConfig(insteadOfEdit('count.sh'))
    const { id } = await t.queue.launch()
    const first = program()
    await t.queue.until(id, isRunning)
    const exited = once(first, 'exit')
    first.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(membersOf(id, 1).length).toBeGreaterThan(0)
    expect(await t.queue.run(id)).toMatchObject({ status: 'running', lostAt: null })
    await t.start()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', epoch: 1 })
    expect(await t.outputOf(id)).toBe(fortyLines)
  })

  test('case 37: a stop that ends the runs beats until the last of them is gone', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    const daemon = await t.host.start()
    const { id } = await t.queue.launch()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 4)
    const stopped = daemon.stopWithRuns()
    const beats = new Set<number>()
    let isStopped = false
    void stopped.then(() => {
      isStopped = true
    })
    while (!isStopped) {
      const fleet = await listRunners(t.queue.db, testLimits)
      const own = fleet.find(({ runner }) => runner.id === daemon.runnerId())
      if (own) beats.add(own.runner.beatAt.getTime())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(beats.size).toBeGreaterThanOrEqual(3)
    expect(await t.queue.run(id)).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('case 35: a daemon that starts again is a new incarnation, and shows the runs of the old one', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const { id } = await t.queue.launch()
    const first = program()
    const before = await t.queue.until(id, isRunning)
    await kill(first)
    const daemon = await t.start()
    await t.queue.until(id, ({ runnerId }) => runnerId === daemon.runnerId())
    expect(daemon.runnerId()).not.toBe(before.runnerId)
  })

  test('a second daemon on the state directory is refused while the first one works', async () => {
    await t.start()
    await expect(t.host.start()).rejects.toThrow(/in use by pid/)
    const { id } = await t.queue.launch({ tasks: 1 })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

test('records hold no value of a variable', async () => {
  const key = 'sk-test-1234567890abcdef'
  t.host.writeConfig(`${insteadOfEdit('chatty.sh')}secrets:\n  API_KEY: { env: MY_KEY }\n`)
  await t.start({ environment: { PATH: '/usr/bin:/bin', MY_KEY: key } })
  const { id } = await t.queue.launch({ env: { API_KEY: { secret: 'API_KEY' } } })
  const { epoch } = await t.queue.until(id, isRunning)
  const intent = join(t.host.directory, 'state', 'runs', `${id}.${epoch}`, 'intent.json')
  expect(existsSync(intent)).toBe(true)
  expect(readFileSync(intent, 'utf8')).toContain('API_KEY')
  expect(readFileSync(intent, 'utf8')).not.toContain(key)
  for (const pid of membersOf(id, epoch)) expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(key)
})
