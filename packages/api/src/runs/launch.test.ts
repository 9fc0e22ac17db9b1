import { inTeam, listAudit, type Offer } from '@paddock/db'
import type { LaunchRequest } from '@paddock/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDaemon, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, addStranger, type Person } from '../fixtures/people.ts'

let api: TestApi
let owner: Person
const daemons: TestDaemon[] = []

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
})
beforeEach(() => {
  expect(api.faults).toEqual([])
})
afterAll(async () => {
  for (const daemon of daemons) await daemon.close()
  await api.close()
})

const edit: LaunchRequest = { benchmark: 'edit', agent: 'noop', tasks: 3 }

interface LaunchedRun {
  id: string
  name: string
  status: string
  experiment: string | null
  arm: string | null
  created: boolean
}

async function launch(request: LaunchRequest, idempotencyKey?: string) {
  const { data, error } = await api.mutate('runs.launch', { launch: request, idempotencyKey }, owner.headers)
  return { run: data as LaunchedRun, error }
}

async function get(id: string): Promise<Record<string, unknown>> {
  const { data } = await api.query('runs.get', { id }, owner.headers)
  return data as Record<string, unknown>
}

test('a launch becomes a queued row with its defaults filled in, and says why it waits', async () => {
  const { run } = await launch(edit)
  expect(run).toMatchObject({ status: 'queued', experiment: null, arm: null, created: true })
  expect(run.name).toMatch(/^noop-\d{8}-\d{6}-[a-z2-9]{4}$/)
  expect(await get(run.id)).toMatchObject({
    id: run.id,
    benchmark: 'edit',
    agent: 'noop',
    weight: 1,
    epoch: 0,
    trials: { planned: 3, running: 0, passed: 0, failed: 0, errored: 0, missing: 0 },
    passRate: null,
    costUsd: null,
    waitReason: { kind: 'label', missing: ['benchmark:edit'] },
    launch: { attempts: 1, concurrency: 4, dataset: 'typescript-edit' },
  })
})

test('the same request under one key is one run, another request under it is refused', async () => {
  const launches = await Promise.all([1, 2, 3, 4].map(() => launch(edit, 'key-1')))
  expect(new Set(launches.map(({ run }) => run.id)).size).toBe(1)
  expect(launches.filter(({ run }) => run.created)).toHaveLength(1)
  const { error } = await launch({ ...edit, tasks: 4 }, 'key-1')
  expect(error).toMatchObject({ code: 'CONFLICT', reason: 'KEY_REUSED' })
  expect(error?.message).toContain(launches[0]?.run.id)
})

test('an arm’s launch repeated under its key is the same run, not the arm’s second', async () => {
  const request: LaunchRequest = { ...edit, experiment: 'again', arm: 'a' }
  const [first, second] = [await launch(request, 'key-2'), await launch(request, 'key-2')]
  expect(second.run).toEqual({ ...first.run, created: false })
})

test('a taken name is refused naming the run that has it', async () => {
  const { run } = await launch({ ...edit, name: 'mine' })
  const { error } = await launch({ ...edit, name: 'mine' })
  expect(error).toMatchObject({ code: 'CONFLICT', reason: 'NAME_TAKEN' })
  expect(error?.message).toContain(run.id)
  const stranger = await addStranger(api, owner)
  const theirs = await api.mutate('runs.launch', { launch: { ...edit, name: 'mine' } }, stranger.headers)
  expect(theirs.error).toBeNull()
})

test('the first arm creates its experiment with the goal; more of the arm gets a number', async () => {
  const request: LaunchRequest = { ...edit, experiment: 'exp1', arm: 'base', role: 'baseline', goal: 'be *good*' }
  const first = await launch(request)
  expect(first.run).toMatchObject({ name: 'exp1-base', experiment: 'exp1', arm: 'base' })
  const second = await launch(request)
  expect(second.run.name).toBe('exp1-base-2')
  const drifted = await launch({ ...request, agent: 'oracle' })
  expect(drifted.error).toMatchObject({ code: 'CONFLICT', reason: 'ARM_TAKEN' })
  const unnamed = await launch({ ...edit, agent: 'coin:0.5:1', experiment: 'exp1' })
  expect(unnamed.run.arm).toBe('coin-0.5-1')
  const { data } = await api.query('experiments.get', { id: 'exp1' }, owner.headers)
  expect(data).toMatchObject({
    goal: 'be *good*',
    status: 'open',
    arms: [
      { name: 'base', role: 'baseline', runs: [{ name: 'exp1-base' }, { name: 'exp1-base-2' }] },
      { name: 'coin-0.5-1', role: null },
    ],
  })
})

test('arms launched at the same moment get a name each', async () => {
  const request: LaunchRequest = { ...edit, experiment: 'crowd', arm: 'a' }
  const launches = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => launch(request)))
  expect(launches.map(({ error }) => error)).toEqual(launches.map(() => null))
  const names = launches.map(({ run }) => run.name).sort()
  expect(names).toEqual(['crowd-a', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `crowd-a-${n}`)])
})

test('a refused launch leaves nothing behind', async () => {
  await launch({ ...edit, name: 'held' })
  const { error } = await launch({ ...edit, name: 'held', experiment: 'ghost', arm: 'a' })
  expect(error?.reason).toBe('NAME_TAKEN')
  const { error: unknown } = await api.query('experiments.get', { id: 'ghost' }, owner.headers)
  expect(unknown?.code).toBe('NOT_FOUND')
})

test('what the benchmark cannot honour is refused by name', async () => {
  const cases: [LaunchRequest, string][] = [
    [{ ...edit, webSearch: true }, 'webSearch'],
    [{ ...edit, include: ['no-such-task'] }, 'include'],
    [{ ...edit, agent: 'nobody' }, 'agent'],
    [{ ...edit, arm: 'a' }, 'arm'],
    [{ ...edit, experiment: 'has-dash' }, 'experiment'],
    [{ ...edit, name: '..' }, 'name'],
    [{ ...edit, model: '--evil' }, 'model'],
    [{ ...edit, weight: 0.001 }, 'weight'],
  ]
  for (const [request, field] of cases) {
    const { error } = await launch(request)
    expect(error?.code, field).toBe('BAD_REQUEST')
    expect(error?.message, field).toContain(field)
  }
  const { error } = await launch({ benchmark: '__proto__' })
  expect(error).toMatchObject({ code: 'NOT_FOUND', reason: 'UNKNOWN_BENCHMARK' })
})

test('a preview shows argv, names of variables and trials, and launches nothing', async () => {
  const before = await api.query('runs.list', {}, owner.headers)
  const request: LaunchRequest = { ...edit, env: { TOKEN: 'hush-hush', KEY: { secret: 'PROVIDER_KEY' } }, attempts: 2 }
  const { data, error } = await api.query('runs.preview', { launch: request }, owner.headers)
  expect(error).toBeNull()
  expect(data).toMatchObject({
    plannedTrials: 6,
    weight: 1,
    requires: ['benchmark:edit'],
    command: { envNames: ['KEY', 'TOKEN'] },
    launch: { envNames: ['KEY', 'TOKEN'] },
  })
  expect(JSON.stringify(data)).toContain('--agent=noop')
  expect(JSON.stringify(data)).not.toContain('hush-hush')
  const after = await api.query('runs.list', {}, owner.headers)
  expect(after).toEqual(before)
})

test('values of variables never come back from a run', async () => {
  const { run } = await launch({ ...edit, env: { TOKEN: 'hush-hush' }, experiment: 'secretive', arm: 'a' })
  const views = [await get(run.id), await api.query('experiments.get', { id: 'secretive' }, owner.headers)]
  expect(JSON.stringify(views)).not.toContain('hush-hush')
  expect(JSON.stringify(views)).toContain('TOKEN')
})

test('a launch that no registered runner could take is refused with the reason of each', async () => {
  const broken: Offer[] = [
    { kind: 'benchmark', id: 'edit', reason: null },
    { kind: 'benchmark', id: 'harbor', reason: 'harbor is not installed' },
  ]
  daemons.push(await openDaemon(api.databaseUrl, { name: 'one', offers: broken }))
  daemons.push(
    await openDaemon(api.databaseUrl, { name: 'two', offers: [{ kind: 'benchmark', id: 'edit', reason: null }] }),
  )
  const { error } = await launch({ benchmark: 'harbor', agent: 'oracle' })
  expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', reason: 'NO_RUNNER' })
  expect(error?.message).toContain('one: benchmark harbor: harbor is not installed')
  expect(error?.message).toContain('two: benchmark harbor is not known there')

  const waiting = await launch({ ...edit, labels: ['gpu'] })
  expect(await get(waiting.run.id)).toMatchObject({ waitReason: { kind: 'label', missing: ['gpu'] } })
  const agent = await launch({ ...edit, agent: 'claude-code', model: 'some/model' })
  expect(agent.error?.message ?? '').toMatch(/agent/)
})

test('launches, cancels and retries stand in the audit log', async () => {
  const { run } = await launch({ ...edit, name: 'audited' })
  expect(await api.mutate('runs.cancel', { id: run.id, reason: 'no need' }, owner.headers)).toMatchObject({
    data: { cancelled: true, outcome: 'cancelled' },
  })
  expect(await api.mutate('runs.cancel', { id: run.id }, owner.headers)).toMatchObject({ data: { cancelled: false } })
  const retried = await api.mutate('runs.retry', { id: run.id }, owner.headers)
  expect(retried.data).toMatchObject({ status: 'queued', retryOf: run.id })
  const again = await api.mutate('runs.retry', { id: run.id }, owner.headers)
  expect(again.error?.code).toBe('CONFLICT')
  const { entries } = await inTeam(api.services.db, owner.teamId, (tx) => listAudit(tx, { limit: 3 }))
  expect(entries.map(({ action, object, by }) => ({ action, object, by }))).toEqual([
    { action: 'run.retry', object: run.id, by: owner.userId },
    { action: 'run.cancel', object: run.id, by: owner.userId },
    { action: 'run.launch', object: run.id, by: owner.userId },
  ])
})

test('case 27: a cancelled run is finished: whoever waits is told so at once, whoever asks later as well', async () => {
  const started = performance.now()
  const wait = (id: string) => api.query('runs.wait', { id, timeoutMs: 8_000 }, owner.headers)
  const { run } = await launch({ ...edit, name: 'cancelled-while-waited-for' })
  const waiting = wait(run.id)
  expect((await api.query('runs.wait', { id: run.id, timeoutMs: 50 }, owner.headers)).data).toMatchObject({
    status: 'queued',
    finishedAt: null,
  })
  await api.mutate('runs.cancel', { id: run.id, reason: 'enough' }, owner.headers)
  const finished = { id: run.id, status: 'cancelled', finishedAt: expect.any(Date), waitReason: null }
  expect((await waiting).data).toMatchObject(finished)
  expect((await wait(run.id)).data).toMatchObject(finished)
  expect(await get(run.id)).toMatchObject({ ...finished, error: { code: 'CANCELLED', message: 'enough' } })
  // None of them sat out its time.
  expect(performance.now() - started).toBeLessThan(7_000)
})

test('a live run is not deleted, an ended one is, and is unknown then', async () => {
  const { run } = await launch({ ...edit, name: 'short-lived' })
  const live = await api.mutate('runs.delete', { id: run.id }, owner.headers)
  expect(live.error).toMatchObject({ code: 'CONFLICT', reason: 'RUN_LIVE', hint: 'Cancel it first.' })
  await api.mutate('runs.cancel', { id: run.id }, owner.headers)
  expect(await api.mutate('runs.delete', { id: run.id }, owner.headers)).toMatchObject({ data: { deleted: true } })
  expect((await api.query('runs.get', { id: run.id }, owner.headers)).error?.code).toBe('NOT_FOUND')
})

test('pages of the list neither skip nor repeat a run', async () => {
  const all = (await api.query('runs.list', { limit: 200 }, owner.headers)).data as {
    runs: { id: string; seq: number }[]
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { data } = await api.query('runs.list', { limit: 3, cursor }, owner.headers)
    const page = data as { runs: { id: string }[]; nextCursor: string | null }
    seen.push(...page.runs.map((run) => run.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(all.runs.map((run) => run.id))
  expect(all.runs.map((run) => run.seq)).toEqual(all.runs.map((run) => run.seq).sort((a, b) => b - a))
})
