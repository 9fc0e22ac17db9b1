import { hostLabel } from '@paddock/domain'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { Db } from '../db.ts'
import { appendOutput } from '../result/append-output.ts'
import { listEvents } from '../result/list-events.ts'
import { recordTrials } from '../result/record-trials.ts'
import type { RunnerRow, RunRow } from '../rows.ts'
import { clearFinished } from '../run/clear-finished.ts'
import { leaveRunner } from '../runner/leave-runner.ts'
import { lane, run, webhookDelivery } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register } from '../testing/fixtures.ts'
import { scannedTrial } from '../testing/trial.ts'
import { createWebhook } from '../webhook/create-webhook.ts'
import { countClaimable } from './count-claimable.ts'
import { expireQueued } from './expire-queued.ts'
import { finishRun, type Outcome } from './finish-run.ts'
import { queueDepth } from './queue-depth.ts'
import { requestCancel } from './request-cancel.ts'
import { resumeRun } from './resume-run.ts'
import { retryRun } from './retry-run.ts'
import { startRun } from './start-run.ts'
import { waitReason } from './wait-reason.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url, { max: 10 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const command = { argv: ['true'], cwd: '/', envNames: [] }
const failed: Outcome = { status: 'failed', exitCode: 1, errorCode: 'PROCESS_FAILED', errorMessage: 'exit 1' }
const day = 86_400_000

interface Ended {
  db: Db
  teamId: string
  runner: RunnerRow
  run: RunRow
}

/** A runner as a daemon registers: with the label of its host. */
async function home(db: Db, hostId: string, name = `runner-of-${hostId}`): Promise<RunnerRow> {
  return register(db, { hostId, name, labels: ['benchmark:sample', 'extra', hostLabel(hostId)] })
}

let serial = 0

/** A run that ended on a host of its own, with one trial and a line of output. */
async function ended(outcome = failed, treeGone = true): Promise<Ended> {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId })
  const runner = await home(db, `h${process.pid}x${++serial}`)
  const [held] = (await claimIn(db, teamId, runner)).runs
  if (held === undefined) throw new Error('nothing was claimed')
  const { id: runId, epoch } = held
  await startRun(db, { runId, epoch, command, directory: `/jobs/${held.name}`, pid: 7 })
  await record(db, held)
  await appendOutput(db, { runId, epoch, chunks: [chunk], limits })
  const row = await finishRun(db, { runId, epoch, outcome, treeGone })
  if (row === null) throw new Error('not finished')
  return { db, teamId, runner, run: row }
}

const chunk = { seq: 1, stream: 'stdout', text: 'line\n', firstLine: 1 } as const

async function record(db: Db, { id: runId, epoch }: Pick<RunRow, 'id' | 'epoch'>) {
  const facts = { gone: [], plannedTrials: 2, metrics: { m: 1 }, metadata: {} }
  return recordTrials(db, { runId, epoch, trials: [scannedTrial('a__1')], ...facts })
}

async function resume(db: Db, runId: string, errorTypes: string[] | null = null) {
  return resumeRun(db, { runId, errorTypes, maxQueueAgeMs: day, by: null })
}

async function resumed(db: Db, runId: string, errorTypes: string[] | null = null): Promise<RunRow> {
  const outcome = await resume(db, runId, errorTypes)
  if (outcome?.kind !== 'resumed') throw new Error(`not resumed: ${outcome?.kind}`)
  return outcome.run
}

test('it is queued again as the same run, without its end and with all that it has', async () => {
  const { db, teamId, run: before, runner } = await ended()
  await clearFinished(db, { teamId })
  const again = await resumed(db, before.id, ['A', 'B', 'A'])
  expect(again).toMatchObject({
    ...{ id: before.id, name: before.name, seq: before.seq, launch: before.launch, epoch: 1 },
    ...{ status: 'queued', dispatch: 'ready', hidden: false, infraAttempts: 0, runnerId: null, hostId: runner.hostId },
    ...{ finishedAt: null, startedAt: null, claimedAt: null, exitCode: null, errorCode: null, errorMessage: null },
    ...{ cancelRequestedAt: null, cancelReason: null, lostAt: null, phase: null },
    ...{
      trialsPassed: 1,
      costUsd: 0.1,
      plannedTrials: 2,
      metrics: { m: 1 },
      directory: before.directory,
      tailBytes: 5,
    },
    resume: { errorTypes: ['A', 'B'], hostId: runner.hostId },
  })
  expect(again.expiresAt.getTime() - again.queuedAt.getTime()).toBeCloseTo(day, -2)
  const events = await listEvents(db, { runId: before.id })
  expect(events.at(-1)).toMatchObject({ kind: 'resumed', data: { errorTypes: ['A', 'B'] } })
})

test('any end can be resumed, a success too: a benchmark may succeed with trials that did not run', async () => {
  for (const outcome of [failed, { status: 'succeeded' }, { status: 'cancelled' }] as Outcome[]) {
    const { db, run: before } = await ended(outcome)
    expect(await resumed(db, before.id)).toMatchObject({ status: 'queued', resume: { errorTypes: null } })
  }
})

test('case 55: only the host that has the results claims a resumed run, under a new epoch', async () => {
  const { db, teamId, runner, run: before } = await ended()
  await resumed(db, before.id)
  const stranger = await home(db, `stranger-of-${before.id}`)
  expect((await claimIn(db, teamId, stranger)).runs).toEqual([])
  const [held] = (await claimIn(db, teamId, runner)).runs
  expect(held).toMatchObject({ id: before.id, epoch: 2, resume: { hostId: runner.hostId } })
})

test('no write under the epoch before passes, not while it is queued and not once it is claimed again', async () => {
  const { db, teamId, runner, run: before } = await ended()
  const old = { runId: before.id, epoch: before.epoch }
  const late = async () => [
    await finishRun(db, { ...old, outcome: failed, treeGone: true }),
    await startRun(db, { ...old, command, directory: null, pid: 8 }),
    (await record(db, before)).fenced,
    await appendOutput(db, { ...old, chunks: [{ ...chunk, seq: 2 }], limits }),
  ]
  await resumed(db, before.id)
  expect(await late()).toEqual([null, null, true, 'fenced'])
  await claimIn(db, teamId, runner)
  expect(await late()).toEqual([null, null, true, 'fenced'])
  const [row] = await db.select().from(run).where(eq(run.id, before.id))
  expect(row).toMatchObject({ status: 'starting', epoch: 2, tailBytes: 5 })
})

test('of two people who resume it at the same moment one does, and the other hears that it is live', async () => {
  const { db, run: before } = await ended()
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => resume(db, before.id)))
  expect(outcomes.filter((outcome) => outcome?.kind === 'resumed')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome?.kind === 'live')).toHaveLength(5)
  expect((await listEvents(db, { runId: before.id })).filter(({ kind }) => kind === 'resumed')).toHaveLength(1)
})

test('of one who resumes and one who retries one wins', async () => {
  const { db, run: before } = await ended()
  const retry = retryRun(db, { runId: before.id, name: `${before.name}-2`, maxQueueAgeMs: day, createdBy: null })
  const [resumeOutcome, retryOutcome] = await Promise.all([resume(db, before.id), retry])
  expect([`${resumeOutcome?.kind} ${retryOutcome?.kind}`]).toEqual([
    expect.stringMatching(/^(resumed live|superseded created)$/),
  ])
})

test('what cannot be resumed is refused with its reason', async () => {
  const { db, teamId } = await ended()
  expect(await resume(db, 'unknown')).toBeNull()

  const queued = await enqueue(db, { teamId })
  expect(await resume(db, queued.id)).toMatchObject({ kind: 'live', run: { status: 'queued' } })

  await requestCancel(db, { runId: queued.id, reason: null, by: null })
  expect(await resume(db, queued.id)).toMatchObject({ kind: 'never-started' })

  const retried = await ended()
  const retry = { runId: retried.run.id, name: `${retried.run.name}-2`, maxQueueAgeMs: day, createdBy: null }
  await retryRun(db, retry)
  expect(await resume(db, retried.run.id)).toMatchObject({ kind: 'superseded', run: { name: retry.name } })

  const imported = await ended()
  await db.update(run).set({ origin: 'imported' }).where(eq(run.id, imported.run.id))
  expect(await resume(db, imported.run.id)).toMatchObject({ kind: 'imported' })
})

test('case 54: a run whose old processes may still run is not resumed: two would write into one directory', async () => {
  const { db, runner, run: before } = await ended(failed, false)
  expect(await resume(db, before.id)).toMatchObject({
    kind: 'processes-left',
    hostId: runner.hostId,
    runnerName: runner.name,
  })
  const [row] = await db.select().from(run).where(eq(run.id, before.id))
  expect(row).toMatchObject({ status: 'failed', resume: null })
})

test('while its host is away it waits for that one, says so, and asks nobody else for a runner', async () => {
  const { db, teamId, runner, run: before } = await ended()
  await resumed(db, before.id)
  const stranger = await home(db, `stranger-of-${before.id}`)
  await leaveRunner(db, runner.id, 'stopped')
  expect(await waitReason(db, before.id)).toMatchObject({
    kind: 'label',
    text: `its results are on runner ${runner.name} (host ${runner.hostId}), which is not online`,
  })
  expect((await queueDepth(db, limits)).waiting.label).toBeGreaterThan(0)
  const labels = ['benchmark:sample', 'extra']
  expect(await countClaimable(db, { labels, teams: [teamId], upTo: 10 })).toBe(0)

  await register(db, { hostId: runner.hostId, name: runner.name, labels: [hostLabel(runner.hostId)] })
  expect((await waitReason(db, before.id))?.text).toBe(
    `its results are on runner ${runner.name} (host ${runner.hostId}), which no longer offers benchmark sample`,
  )
  await leaveRunner(db, stranger.id, 'stopped')
})

test('cancelled while it waits, it keeps what it has, and can be resumed once more', async () => {
  const { db, run: before } = await ended()
  await resumed(db, before.id, ['A'])
  expect(await requestCancel(db, { runId: before.id, reason: 'no', by: null })).toBe('cancelled')
  expect(await resumed(db, before.id)).toMatchObject({ trialsPassed: 1, resume: { errorTypes: null }, errorCode: null })
  const [row] = await db
    .select({ requires: lane.requires })
    .from(run)
    .innerJoin(lane, eq(lane.id, run.laneId))
    .where(eq(run.id, before.id))
  expect(row?.requires.filter((label) => label.startsWith('host:'))).toHaveLength(1)
})

test('whose host does not come back in time is orphaned with what it has, and can be resumed then', async () => {
  const { db, run: before } = await ended()
  const soon = await resumeRun(db, { runId: before.id, errorTypes: null, maxQueueAgeMs: 0, by: null })
  expect(soon?.kind).toBe('resumed')
  await expireQueued(db)
  const [row] = await db.select().from(run).where(eq(run.id, before.id))
  expect(row).toMatchObject({
    ...{ status: 'orphaned', errorCode: 'NEVER_STARTED', trialsPassed: 1, costUsd: 0.1 },
    errorMessage: expect.stringContaining('resume it once more'),
  })
  expect((await resume(db, before.id))?.kind).toBe('resumed')
})

test('a retry of a run that was resumed is for any host again', async () => {
  const { db, teamId, runner, run: before } = await ended()
  await resumed(db, before.id)
  const [held] = (await claimIn(db, teamId, runner)).runs
  if (held === undefined) throw new Error('not claimed')
  await finishRun(db, { runId: held.id, epoch: held.epoch, outcome: failed, treeGone: true })
  await retryRun(db, { runId: held.id, name: `${held.name}-2`, maxQueueAgeMs: day, createdBy: null })
  const stranger = await home(db, `stranger-of-${before.id}`)
  expect((await claimIn(db, teamId, stranger)).runs).toMatchObject([{ retryOf: before.id, resume: null }])
})

test('its second end is announced to webhooks like its first', async () => {
  const { db, teamId, runner, run: before } = await ended()
  await createWebhook(db, { teamId, url: 'https://example.org/hook', events: ['run.ended'], createdBy: null })
  await resumed(db, before.id)
  const [held] = (await claimIn(db, teamId, runner)).runs
  if (held === undefined) throw new Error('not claimed')
  await finishRun(db, { runId: held.id, epoch: held.epoch, outcome: { status: 'succeeded' }, treeGone: true })
  const deliveries = await db.select().from(webhookDelivery).where(eq(webhookDelivery.teamId, teamId))
  expect(deliveries.map(({ event }) => event)).toEqual(['run.ended'])
})
