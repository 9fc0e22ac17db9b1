import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTraces, listArtifacts, listEvents, listTrials, type RunRow, requestCancel, resumeRun } from '@paddock/db'
import { expect, test } from 'vitest'
import { daemonProcess } from './testing/daemon-process.ts'
import { isTerminal, membersOf, testHost, waitUntil } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()

async function resume(runId: string, errorTypes: string[] | null = null): Promise<void> {
  const resumed = await resumeRun(t.queue.db, { runId, errorTypes, maxQueueAgeMs: 600_000, by: null })
  expect(resumed?.kind).toBe('resumed')
}

/** A run of `tasks` slow trials, one after the other, that is cancelled once a few of them have ended. */
async function cancelledHalfWay(tasks: number, delay = '300ms'): Promise<RunRow> {
  const { id } = await t.queue.launch({ tasks, concurrency: 1, settings: { delay } })
  await t.queue.until(id, ({ trialsPassed }) => trialsPassed >= 2)
  await requestCancel(t.queue.db, { runId: id, reason: 'half-way', by: null })
  const row = await t.queue.until(id, isTerminal)
  expect(row).toMatchObject({ status: 'cancelled', plannedTrials: tasks })
  return row
}

const trialsOf = async (runId: string) => (await listTrials(t.queue.db, { runId, limit: 500 })).trials
const standing = async (runId: string) => (await trialsOf(runId)).filter((trial) => trial.supersededAt === null)

test('a cancelled run goes on where it ended: what had ended is kept, the rest is run, and it ends truly', async () => {
  await t.start()
  const before = await cancelledHalfWay(10)
  const kept = (await trialsOf(before.id)).filter(({ status }) => status === 'pass')
  await resume(before.id)
  const after = await t.queue.until(before.id, isTerminal)
  expect(after).toMatchObject({
    ...{ status: 'succeeded', exitCode: 0, errorCode: null, epoch: 2, name: before.name, directory: before.directory },
    ...{ trialsPassed: 10, trialsErrored: 0, trialsMissing: 0, trialsRunning: 0, plannedTrials: 10 },
  })
  const trials = await standing(before.id)
  expect(trials).toHaveLength(10)
  expect(trials.filter(({ epoch }) => epoch === 1)).toEqual(kept)
  for (const { id } of trials) {
    expect((await listArtifacts(t.queue.db, { runId: before.id, trialId: id })).length).toBeGreaterThan(0)
    expect((await getTraces(t.queue.db, id))[0]).toMatchObject({ status: 'ended' })
  }
  const output = await t.outputOf(before.id)
  expect(output).toContain(`${kept.length} runs kept`)
  expect(output.split('[trial] pass').length - 1).toBe(10)
  const events = (await listEvents(t.queue.db, { runId: before.id })).map(({ kind }) => kind)
  expect(events.slice(events.indexOf('resumed'))).toEqual(['resumed', 'claimed', 'started', 'succeeded'])
})

test('a trial that was interrupted is run again under its name: its first row stays, superseded, with its trace', async () => {
  await t.start()
  // Long ones: the cancel must not fall between two.
  const before = await cancelledHalfWay(5, '1500ms')
  const interrupted = (await trialsOf(before.id)).filter(({ errorType }) => errorType === 'Interrupted')
  expect(interrupted).toHaveLength(1)
  const [{ id, name } = { id: '', name: '' }] = interrupted
  await resume(before.id)
  const after = await t.queue.until(before.id, isTerminal)
  const all = await trialsOf(before.id)
  expect(all.find((trial) => trial.id === id)).toMatchObject({
    ...{ name: `${name}.superseded-1`, errorType: 'Interrupted', epoch: 1, supersededAt: expect.any(Date) },
  })
  expect(all.filter((trial) => trial.name === name)).toMatchObject([{ status: 'pass', attempt: 1, epoch: 2 }])
  expect(await getTraces(t.queue.db, id)).toHaveLength(1)
  // What it cost is not known, and that stays known too.
  expect(after.unpricedTrials).toBe(all.filter(({ costUsd }) => costUsd === null).length)
})

test('a resumed run whose results are gone fails with the path and what to do, and touches nothing', async () => {
  await t.start()
  const before = await cancelledHalfWay(10)
  const away = `${before.directory}-away`
  renameSync(before.directory ?? '', away)
  await resume(before.id)
  expect(await t.queue.until(before.id, isTerminal)).toMatchObject({
    status: 'failed',
    errorCode: 'RESUME_FAILED',
    errorMessage: expect.stringContaining(join(before.directory ?? '', 'result.json')),
    trialsPassed: before.trialsPassed,
  })
  renameSync(away, before.directory ?? '')
  await resume(before.id)
  expect(await t.queue.until(before.id, isTerminal)).toMatchObject({ status: 'succeeded', trialsPassed: 10 })
})

test('of two hosts that serve the team only the one with the results goes on with the run', async () => {
  const daemon = await t.start()
  const before = await cancelledHalfWay(10)
  await daemon.stopWithRuns()
  const other = testHost(t.database.url, t.queue.teamId)
  try {
    const stranger = await other.start()
    await resume(before.id)
    const { id: bait } = await t.queue.launch({ tasks: 1 })
    await t.queue.until(bait, isTerminal)
    expect(await t.queue.run(before.id)).toMatchObject({ status: 'queued' })
    await t.start()
    expect(await t.queue.until(before.id, isTerminal)).toMatchObject({ status: 'succeeded', trialsPassed: 10 })
    await stranger.stopWithRuns()
  } finally {
    other.remove()
  }
})

test('the results are found where they stand, though the configuration names another jobs directory by now', async () => {
  const daemon = await t.start()
  const before = await cancelledHalfWay(10)
  await daemon.stopWithRuns()
  const config = readFileSync(t.host.configPath, 'utf8')
  writeFileSync(t.host.configPath, config.replace('jobsDir: jobs', 'jobsDir: other-jobs'))
  await t.start()
  await resume(before.id)
  expect(await t.queue.until(before.id, isTerminal)).toMatchObject({
    ...{ status: 'succeeded', trialsPassed: 10, directory: before.directory },
  })
})

test('kill -9 of the daemon in the middle of a resumed run: the next one adopts it, and nothing is run twice', async () => {
  const daemon = await t.start()
  const before = await cancelledHalfWay(10)
  await daemon.stopWithRuns()
  const program = daemonProcess(t.host, t.database.url)
  try {
    program.start()
    await waitUntil(() => program.isUp())
    await resume(before.id)
    await t.queue.until(before.id, ({ trialsPassed }) => trialsPassed > before.trialsPassed)
    await program.kill()
    expect(membersOf(before.id, 2).length).toBeGreaterThan(0)
    program.start()
    const after = await t.queue.until(before.id, isTerminal)
    expect(after).toMatchObject({ status: 'succeeded', epoch: 2, trialsPassed: 10, trialsErrored: 0 })
    expect(await standing(before.id)).toHaveLength(10)
    const kinds = (await listEvents(t.queue.db, { runId: before.id })).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['resumed', 'adopted', 'succeeded']))
    expect((await t.outputOf(before.id)).split('[trial] pass').length - 1).toBe(10)
  } finally {
    await program.stop()
  }
})

test('its old records do not stand in the way, not even one that was left open', async () => {
  const daemon = await t.start()
  const before = await cancelledHalfWay(10)
  await daemon.stopWithRuns()
  rmSync(join(t.host.directory, 'state', 'runs', `${before.id}.1`, 'closed.json'))
  await t.start()
  await resume(before.id)
  expect(await t.queue.until(before.id, isTerminal)).toMatchObject({ status: 'succeeded', epoch: 2, trialsPassed: 10 })
})
