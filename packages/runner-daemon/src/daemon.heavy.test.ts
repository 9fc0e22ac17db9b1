import { execFileSync } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { clearRunnerOrder, listArtifacts, listEvents, requestCancel, setRunnerOrder } from '@paddock/db'
import { describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { hostRoom } from './health/watch-health.ts'
import { insteadOfEdit, isTerminal, membersOf, testHost, waitUntil } from './testing/test-host.ts'
import { testLimits } from './testing/test-limits.ts'

import { useHost } from './testing/use-host.ts'

const t = useHost()
const isRunning = ({ status }: { status: string }) => status === 'running'

describe('a run', () => {
  test('case 20: a burst of 12 runs spawns 12 processes, each once, never more than the capacity allows', async () => {
    t.host.writeConfig('capacity: 3\n')
    await t.start()
    const runs = await Promise.all(
      Array.from({ length: 12 }, () => t.queue.launch({ tasks: 1, settings: { delay: '200ms' } })),
    )
    let most = 0
    await waitUntil(async () => {
      // In one statement: rows read one after the other show two runs at once that followed each other.
      const [now] = await t.queue.db.execute<{ held: number; ended: number }>(
        `select count(*) filter (where status in ('starting', 'running'))::integer as held,
          count(*) filter (where finished_at is not null)::integer as ended
        from run where team_id = '${t.queue.teamId}'`,
      )
      most = Math.max(most, now?.held ?? 0)
      return now?.ended === runs.length
    }, 25_000)
    const rows = await Promise.all(runs.map(({ id }) => t.queue.run(id)))
    expect(rows.map(({ status, epoch }) => `${status} ${epoch}`)).toEqual(Array(12).fill('succeeded 1'))
    expect(most).toBeLessThanOrEqual(3)
    expect(readdirSync(join(t.host.directory, 'state', 'runs'))).toHaveLength(12)
  })

  test('case 7: a run that waits for longer than a lease is still queued', async () => {
    await t.start()
    const { id } = await t.queue.launch({ labels: ['gpu'] })
    await systemClock.sleep(testLimits.leaseMs + 1_000)
    expect(await t.queue.run(id)).toMatchObject({ status: 'queued', epoch: 0 })
  })

  test('case 5: of 40 light runs at once, only as many are claimed as are being started, and none is lost', async () => {
    let begun = 0
    let spawned = 0
    let most = 0
    const moments = {
      reached(moment: string) {
        if (moment === 'claimed') begun += 1
        if (moment === 'spawned') spawned += 1
        most = Math.max(most, begun - spawned)
      },
    }
    t.host.writeConfig(`${insteadOfEdit('count.sh')}`)
    await t.start({ ports: { moments } })
    const runs = await Promise.all(Array.from({ length: 40 }, () => t.queue.launch({ weight: 0.1 })))
    await waitUntil(
      async () => (await Promise.all(runs.map(({ id }) => t.queue.run(id)))).every(isTerminal),
      testLimits.leaseMs * 10,
    )
    for (const { id } of runs) {
      expect(await t.queue.run(id)).toMatchObject({ status: 'succeeded', epoch: 1, lostAt: null })
      const kinds = (await listEvents(t.queue.db, { runId: id })).map(({ kind }) => kind)
      expect(kinds).toEqual(['queued', 'claimed', 'started', 'succeeded'])
    }
    expect(spawned).toBe(40)
    expect(most).toBeLessThanOrEqual(8)
  })

  test('case 9: a second daemon leaves the runs and the queue of the first one alone', async () => {
    t.host.writeConfig(`${insteadOfEdit('chatty.sh')}capacity: 1\nlabels: [first]\n`)
    const first = await t.start()
    const held = await t.queue.launch({ labels: ['first'] })
    await t.queue.until(held.id, isRunning)
    const waiting = await t.queue.launch({ labels: ['first'] })
    const other = testHost(t.database.url, t.queue.teamId)
    try {
      const second = await other.start()
      // Past its first look for the dead, which comes one lease after its start.
      await systemClock.sleep(testLimits.leaseMs * 2)
      expect(await t.queue.run(held.id)).toMatchObject({
        ...{ status: 'running', epoch: 1, lostAt: null, runnerId: first.runnerId() },
      })
      expect(await t.queue.run(waiting.id)).toMatchObject({ status: 'queued', epoch: 0 })
      await requestCancel(t.queue.db, { runId: held.id, reason: null, by: null })
      await t.queue.until(waiting.id, isRunning)
      await second.stopWithRuns()
    } finally {
      other.remove()
    }
  })
})

describe('cancelling', () => {
  test('case 26: what a cancelled run said and solved is kept', async () => {
    await t.start()
    const { id } = await t.queue.launch({ tasks: 8, concurrency: 1, settings: { delay: '400ms' } })
    await t.queue.until(id, ({ trialsPassed }) => trialsPassed >= 1)
    await requestCancel(t.queue.db, { runId: id, reason: null, by: null })
    const run = await t.queue.until(id, isTerminal)
    expect(run.status).toBe('cancelled')
    expect(run.trialsPassed).toBeGreaterThanOrEqual(1)
    expect(run.trialsRunning).toBe(0)
    expect(await t.outputOf(id)).toContain('[trial] pass')
  })

  test('a run over its budget is ended, and says so', async () => {
    t.host.writeConfig(insteadOfEdit('costly.sh'))
    await t.start()
    const { id } = await t.queue.launch({ budgetUsd: 2.5 })
    const run = await t.queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'cancelled', errorCode: 'BUDGET' })
    expect(run.errorMessage).toMatch(/more than its budget of \$2\.50/)
    expect(run.costUsd).toBeGreaterThanOrEqual(3)
    expect(membersOf(id, 1)).toEqual([])
  })
})

describe('endings', () => {
  test('case 22: more output than the tail holds harms nothing, and what is missing is counted', async () => {
    t.host.writeConfig(insteadOfEdit('flood.sh'))
    await t.start({ limits: { outputTailBytes: 64 * 1024, logCapBytes: 1024 * 1024 } })
    const { id } = await t.queue.launch()
    const run = await t.queue.until(id, isTerminal, 20_000)
    expect(run.status).toBe('succeeded')
    const output = await t.outputOf(id)
    expect(output.endsWith('last line\n')).toBe(true)
    expect(output.length).toBeLessThanOrEqual(64 * 1024)
    const [log] = await listArtifacts(t.queue.db, { runId: id })
    expect(log?.size).toBeLessThan(2 * 1024 * 1024)
  })

  test('a run over its time is ended with its own code', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    await t.start()
    const { id } = await t.queue.launch({ timeoutMs: 1_200 })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'failed', errorCode: 'TIMEOUT' })
  })

  test('a run without output and without a changed file is ended as idle; one that writes files is not', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    await t.start()
    const silent = await t.queue.launch({ idleTimeoutMs: 1_000 })
    expect(await t.queue.until(silent.id, isTerminal)).toMatchObject({ status: 'failed', errorCode: 'IDLE_TIMEOUT' })
    t.host.writeConfig(insteadOfEdit('files-only.sh'))
    const busy = await t.queue.launch({ idleTimeoutMs: 1_500 })
    expect(await t.queue.until(busy.id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

describe('a daemon that may not take work', () => {
  test('case 17: a benchmark that was disabled is not claimed; enabled again, it is', async () => {
    const daemon = await t.start()
    t.host.writeConfig('benchmarks:\n  edit:\n    enabled: false\n')
    const { id } = await t.queue.launch({ tasks: 1 })
    await systemClock.sleep(1_200)
    expect(await t.queue.run(id)).toMatchObject({ status: 'queued' })
    expect((await t.ownRow(daemon))?.runner.labels).not.toContain('benchmark:edit')
    t.host.writeConfig()
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })

  test('case 47: on a full disk the runner quarantines itself with its reason, and goes on when there is room', async () => {
    let free = 0
    const daemon = await t.start({ ports: { room: { ...hostRoom, freeDiskMb: async () => free } } })
    const { id } = await t.queue.launch({ tasks: 1 })
    await waitUntil(async () => (await t.ownRow(daemon))?.runner.status === 'quarantined')
    expect((await t.ownRow(daemon))?.runner.statusReason).toMatch(/^low disk: 0 MB free in .*state/)
    expect(await t.queue.run(id)).toMatchObject({ status: 'queued', epoch: 0 })
    free = 100_000
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
    expect((await t.ownRow(daemon))?.runner.status).toBe('ready')
  })

  test('three starts in a row that fail quarantine the runner; it goes on by itself when the program is there', async () => {
    t.host.writeConfig('benchmarks:\n  edit:\n    executable: [/bin/sh, -c, "exit 0"]\n')
    const daemon = await t.start()
    const { id } = await t.queue.launch({ tasks: 1 })
    await t.queue.until(id, isTerminal)
    // The jobs directory cannot be made where a file stands.
    renameSync(join(t.host.directory, 'jobs'), join(t.host.directory, 'jobs-away'))
    execFileSync('touch', [join(t.host.directory, 'jobs')])
    const stuck = await t.queue.launch({ tasks: 1 })
    await waitUntil(async () => (await t.ownRow(daemon))?.runner.status === 'quarantined')
    expect((await t.ownRow(daemon))?.runner.statusReason).toMatch(/^3 starts in a row failed: .*jobs: EEXIST/)
    expect(await t.queue.run(stuck.id)).toMatchObject({ status: 'queued', infraAttempts: 0 })
    execFileSync('rm', [join(t.host.directory, 'jobs')])
    expect(await t.queue.until(stuck.id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })

  test('a state directory that vanished stops the claims, visibly', async () => {
    const daemon = await t.start()
    renameSync(join(t.host.directory, 'state'), join(t.host.directory, 'moved'))
    const { id } = await t.queue.launch({ tasks: 1 })
    await waitUntil(async () => (await t.ownRow(daemon))?.runner.status === 'quarantined')
    expect((await t.ownRow(daemon))?.runner.statusReason).toMatch(/state directory .* vanished/)
    await t.queue.until(id, ({ status }) => status === 'queued')
    renameSync(join(t.host.directory, 'moved'), join(t.host.directory, 'state'))
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })

  test('an order to pause or drain holds it back until it is taken back', async () => {
    const daemon = await t.start()
    await setRunnerOrder(t.queue.db, { name: 'host', kind: 'pause', note: 'maintenance', forMs: null, by: 'test' })
    await systemClock.sleep(500)
    const { id } = await t.queue.launch({ tasks: 1 })
    await systemClock.sleep(1_000)
    expect(await t.queue.run(id)).toMatchObject({ status: 'queued' })
    await setRunnerOrder(t.queue.db, { name: 'host', kind: 'drain', note: null, forMs: null, by: 'test' })
    await waitUntil(async () => (await t.ownRow(daemon))?.runner.status === 'draining')
    await clearRunnerOrder(t.queue.db, 'host')
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

describe('--once', () => {
  test('a stop ends the run within its grace: nobody would adopt it', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await t.queue.launch()
    const daemon = await t.start({ mode: { kind: 'once', maxRuns: 1 } })
    await t.queue.until(id, isRunning)
    const from = performance.now()
    await daemon.stop()
    expect(performance.now() - from).toBeLessThan(4_000)
    expect(await t.queue.run(id)).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('a stop queues a run again that may be repeated', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await t.queue.launch({}, { onLost: 'requeue' })
    const daemon = await t.start({ mode: { kind: 'once', maxRuns: 1 } })
    await t.queue.until(id, isRunning)
    await daemon.stop()
    expect(await t.queue.run(id)).toMatchObject({ status: 'queued', epoch: 2, infraAttempts: 1 })
  })

  test('without anything to claim it ends after its wait', async () => {
    t.host.writeConfig('onceWait: 1s\n')
    const daemon = await t.start({ mode: { kind: 'once', maxRuns: 1 } })
    await daemon.finished
  })
})
