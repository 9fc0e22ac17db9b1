import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileBlobStore } from '@paddock/artifacts'
import { getTraces, listArtifacts, listEvents, listTrials, requestCancel, waitReason } from '@paddock/db'
import { describe, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { recordOf, revoke } from './process/run-record.ts'
import { insteadOfEdit, isTerminal, membersOf, waitUntil } from './testing/test-host.ts'
import { testLimits } from './testing/test-limits.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
const isRunning = ({ status }: { status: string }) => status === 'running'

describe('a run', () => {
  test('goes from the queue to its trials, traces, artifacts and output', async () => {
    await t.start()
    const { id } = await t.queue.launch({ tasks: 3 })
    const run = await t.queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'succeeded', exitCode: 0, trialsPassed: 3, trialsRunning: 0, errorCode: null })
    expect(run.directory).toBe(join(t.host.directory, 'jobs', run.name))
    expect(run.command?.envNames).not.toContain('DATABASE_URL')
    const { trials } = await listTrials(t.queue.db, { runId: id, limit: 100 })
    expect(trials.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass'])
    for (const trial of trials) {
      const [trace] = await getTraces(t.queue.db, trial.id)
      expect(trace).toMatchObject({ status: 'ended', format: 'markdown-conversation' })
      expect(trace?.steps).toBeGreaterThan(0)
      expect((await listArtifacts(t.queue.db, { runId: id, trialId: trial.id })).length).toBeGreaterThan(0)
    }
    const [log] = await listArtifacts(t.queue.db, { runId: id })
    expect(log).toMatchObject({ path: 'stdout.log' })
    const stored = await fileBlobStore(join(t.host.directory, 'blobs')).open(log?.sha256 ?? '')
    expect(stored && (await text(stored))).toBe(await t.outputOf(id))
    expect((await listEvents(t.queue.db, { runId: id })).map(({ kind }) => kind)).toEqual([
      'queued',
      'claimed',
      'started',
      'succeeded',
    ])
    expect(statSync(join(t.host.directory, 'state', 'runs')).mode & 0o777).toBe(0o700)
  })

  test('starts soon after it is queued', async () => {
    await t.start()
    await systemClock.sleep(300)
    const { id } = await t.queue.launch({ tasks: 1 })
    const { queuedAt, startedAt } = await t.queue.until(id, isTerminal)
    expect((startedAt?.getTime() ?? 0) - queuedAt.getTime()).toBeLessThan(400)
  })

  test('that fails says its exit code and its last words, and shows no secret anywhere', async () => {
    const key = 'sk-test-1234567890abcdef'
    t.host.writeConfig(`${insteadOfEdit('leak.sh')}secrets:\n  API_KEY: { env: MY_KEY }\n`)
    await t.start({ environment: { PATH: '/usr/bin:/bin', MY_KEY: key, DATABASE_URL: t.database.url } })
    const { id } = await t.queue.launch({ env: { API_KEY: { secret: 'API_KEY' } } })
    const run = await t.queue.until(id, isTerminal)
    expect(run).toMatchObject({ status: 'failed', exitCode: 3, errorCode: 'PROCESS_FAILED' })
    expect(run.errorMessage).toContain('refused: [redacted]')
    expect(await t.outputOf(id)).toContain('key [redacted] end\n0\n')
    expect(JSON.stringify([run, t.host.lines, await listEvents(t.queue.db, { runId: id })])).not.toContain(key)
    for (const { sha256 } of await listArtifacts(t.queue.db, { runId: id })) {
      const stored = await fileBlobStore(join(t.host.directory, 'blobs')).open(sha256)
      expect(stored && (await text(stored))).not.toContain(key)
    }
  })

  test('that names a secret which this runner has not fails, and says which', async () => {
    await t.start()
    const { id } = await t.queue.launch({ env: { API_KEY: { secret: 'NOT_HERE' } } })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({
      status: 'failed',
      errorCode: 'AUTH_REQUIRED',
      errorMessage: expect.stringContaining('NOT_HERE'),
    })
  })
})

describe('cancelling', () => {
  test('case 14: a silent run is cancelled within its grace and a second, with its whole tree', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    await t.start()
    const { id } = await t.queue.launch()
    await t.queue.until(id, isRunning)
    await waitUntil(() => membersOf(id, 1).length >= 4)
    const from = performance.now()
    expect(await requestCancel(t.queue.db, { runId: id, reason: 'enough', by: null })).toBe('requested')
    expect(await t.queue.until(id, isTerminal)).toMatchObject({
      status: 'cancelled',
      errorCode: 'CANCELLED',
      errorMessage: 'enough',
    })
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(membersOf(id, 1)).toEqual([])
  })

  test('case 48: a cancel between claim and start is not lost', async () => {
    const script = join(import.meta.dirname, 'testing', 'fixtures', 'cancel-run.ts')
    let runId = ''
    await t.start({
      ports: {
        moments: {
          reached(moment) {
            if (moment === 'intent written') execFileSync(process.execPath, [script, t.database.url, runId])
          },
        },
      },
    })
    const launched = await t.queue.launch({ labels: ['later'] })
    runId = launched.id
    t.host.writeConfig(`labels: [later]\n${insteadOfEdit('chatty.sh')}`)
    expect(await t.queue.until(runId, isTerminal)).toMatchObject({ status: 'cancelled' })
    expect(membersOf(runId, 1)).toEqual([])
  })

  test('a shim that was gone before its first word ends its run, which stayed "running" for ever', async () => {
    let runId = ''
    await t.start({
      ports: {
        moments: {
          reached(moment) {
            if (moment === 'intent written') revoke(recordOf(join(t.host.directory, 'state'), runId, 1))
          },
        },
      },
    })
    const { id } = await t.queue.launch({ tasks: 1, labels: ['later'] })
    runId = id
    t.host.writeConfig('labels: [later]\n')
    const { status, errorCode, epoch } = await t.queue.until(id, isTerminal)
    // Seen before it was gone, it has failed; gone before it was seen, nothing had started, and the run got another go.
    expect(status === 'failed' ? [errorCode, epoch] : [status, epoch]).toEqual(
      status === 'failed' ? ['SPAWN_FAILED', 1] : ['succeeded', 2],
    )
  })
})

describe('endings', () => {
  test('case 25: a leader that exits ends its run shortly after, and its dev server is gone', async () => {
    t.host.writeConfig(insteadOfEdit('dev-server.sh'))
    await t.start()
    const { id } = await t.queue.launch()
    const run = await t.queue.until(id, isTerminal, 5_000)
    expect(run).toMatchObject({ status: 'succeeded', exitCode: 0 })
    expect(membersOf(id, 1)).toEqual([])
    expect(await t.outputOf(id)).toBe('serving\ndone\n')
  })
})

describe('a daemon that may not take work', () => {
  test('case 18: a broken configuration is shown with file and line while the last good one works on', async () => {
    const daemon = await t.start()
    t.host.writeConfig('colour: red\n')
    const { id } = await t.queue.launch({ tasks: 1 })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
    expect((await t.ownRow(daemon))?.runner.configError).toMatch(/runner\.yaml:9: unknown key "colour"/)
    t.host.writeConfig()
    await waitUntil(async () => (await t.ownRow(daemon))?.runner.configError === null)
  })
})

describe('a live edit of the configuration', () => {
  test('that removed a team was obeyed but never told: its launches waited "next in line" for ever', async () => {
    const daemon = await t.start()
    const text = readFileSync(t.host.configPath, 'utf8')
    writeFileSync(t.host.configPath, text.replace(/^teams: .*$/m, 'teams: [another-team]'))
    await waitUntil(async () => (await t.ownRow(daemon))?.runner.teams?.join() === 'another-team')
    const { id } = await t.queue.launch({ tasks: 1 })
    expect(await waitReason(t.queue.db, id, testLimits)).toMatchObject({ kind: 'label' })
    writeFileSync(t.host.configPath, text)
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
  })
})

describe('--once', () => {
  test('claims one run, finishes it, and is done', async () => {
    const first = await t.queue.launch({ tasks: 1 })
    const second = await t.queue.launch({ tasks: 1 })
    const daemon = await t.start({ mode: { kind: 'once', maxRuns: 1 } })
    await daemon.finished
    expect(await t.queue.run(first.id)).toMatchObject({ status: 'succeeded' })
    expect(await t.queue.run(second.id)).toMatchObject({ status: 'queued' })
  })
})
