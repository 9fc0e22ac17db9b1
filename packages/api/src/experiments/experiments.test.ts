import type { RunRow } from '@paddock/db'
import type { ArmsCompared } from '@paddock/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDaemon, scanned, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, type Person } from '../fixtures/people.ts'

let api: TestApi
let daemon: TestDaemon
let owner: Person

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
})
beforeEach(() => {
  expect(api.faults).toEqual([])
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

async function launchArm(experiment: string, arm: string, role?: 'baseline' | 'variant'): Promise<RunRow> {
  const launch = { benchmark: 'edit', agent: 'noop', tasks: 4, experiment, arm, role }
  const { error } = await api.mutate('runs.launch', { launch }, owner.headers)
  if (error !== null) throw new Error(error.message)
  return daemon.start()
}

const failed = { verdict: 'fail', reward: 0, rewards: { reward: 0 } } as const
const broken = {
  verdict: 'none',
  termination: 'infra_error',
  reward: null,
  rewards: {},
  errorType: 'EnvironmentError',
  costUsd: null,
  costSource: 'unknown',
} as const

test('an experiment exists before its first arm, and keeps its goal when registered again', async () => {
  const created = await api.mutate('experiments.create', { id: 'early', goal: 'first' }, owner.headers)
  expect(created.data).toMatchObject({ id: 'early', goal: 'first', created: true })
  const again = await api.mutate('experiments.create', { id: 'early', goal: 'second' }, owner.headers)
  expect(again.data).toMatchObject({ id: 'early', goal: 'first', created: false })
  const edited = await api.mutate('experiments.edit', { id: 'early', goal: 'third' }, owner.headers)
  expect(edited.data).toMatchObject({ goal: 'third' })
  const silent = await api.mutate('experiments.edit', { id: 'early', status: 'closed' }, owner.headers)
  expect(silent.error).toMatchObject({ code: 'BAD_REQUEST', fields: [{ path: 'verdict' }] })
  const found = await api.query('experiments.list', { q: 'EARL' }, owner.headers)
  expect(found.data).toMatchObject({ experiments: [{ id: 'early', arms: [] }], nextCursor: null })
  const orphan = await api.mutate('experiments.addArm', { experiment: 'early', arm: 'a' }, owner.headers)
  expect(orphan.error).toMatchObject({ code: 'PRECONDITION_FAILED', reason: 'NO_TEMPLATE' })
})

test('matrix and comparison show every attempt and count what is missing honestly', async () => {
  const base = await launchArm('cmp', 'base', 'baseline')
  await daemon.record(base, [
    scanned('t1', 1),
    scanned('t2', 1, failed),
    scanned('t3', 1, failed),
    scanned('t4', 1, broken),
  ])
  await daemon.finish(base)
  const variant = await launchArm('cmp', 'fast', 'variant')
  await daemon.record(variant, [scanned('t1', 1), scanned('t2', 1), scanned('t3', 1, failed), scanned('t4', 1)])
  await daemon.finish(variant)

  const { data, error } = await api.query('experiments.compare', { id: 'cmp' }, owner.headers)
  expect(error).toBeNull()
  const compared = data as ArmsCompared
  expect(compared.reference).toBe('base')
  const [reference, fast] = compared.arms
  expect(reference).toMatchObject({ arm: 'base', n: 3, attempts: 3, missing: 1, strict: 0.25, bounds: [0.25, 0.5] })
  expect(reference?.passRate).toBeCloseTo(1 / 3)
  expect(fast).toMatchObject({ arm: 'fast', n: 4, passRate: 0.75, strict: 0.75, provisional: false })
  expect(compared.comparisons).toMatchObject([
    { arm: 'fast', n: 3, bothPass: 1, bothFail: 1, onlyReference: 0, onlyArm: 1, missing: ['t4'] },
  ])
  expect(compared.comparisons[0]?.delta).toBeCloseTo(1 / 3)
  const unknown = await api.query('experiments.compare', { id: 'cmp', reference: 'nope' }, owner.headers)
  expect(unknown.error).toMatchObject({ code: 'NOT_FOUND', reason: 'UNKNOWN_ARM' })

  const matrix = await api.query('experiments.matrix', { id: 'cmp' }, owner.headers)
  expect(matrix.data).toMatchObject({
    arms: ['base', 'fast'],
    tasks: [
      {
        task: 't1',
        cells: [[{ status: 'pass', verdict: 'pass', decided: true, counts: true, reward: 1 }], [{ status: 'pass' }]],
      },
      { task: 't2', cells: [[{ status: 'fail', reward: 0 }], [{ status: 'pass' }]] },
      { task: 't3', cells: [[{ status: 'fail' }], [{ status: 'fail' }]] },
      {
        task: 't4',
        cells: [
          [{ status: 'error', verdict: 'none', decided: false, counts: true, reward: null }],
          [{ status: 'pass' }],
        ],
      },
    ],
  })
})

test('an arm whose run is still running is provisional', async () => {
  const run = await launchArm('open', 'a')
  await daemon.record(run, [
    scanned('t1', 1),
    scanned('t2', 1, { verdict: 'none', termination: 'running', reward: null }),
  ])
  const { data } = await api.query('experiments.compare', { id: 'open' }, owner.headers)
  expect(data).toMatchObject({ reference: null, arms: [{ arm: 'a', provisional: true, n: 1, running: 1 }] })
  await daemon.finish(run)
  const ended = await api.query('experiments.compare', { id: 'open' }, owner.headers)
  expect(ended.data).toMatchObject({ arms: [{ provisional: true }] })
})

test('a retried run fills what had no verdict and changes no verdict', async () => {
  const first = await launchArm('retried', 'a')
  await daemon.record(first, [scanned('t1', 1), scanned('t2', 1, failed), scanned('t3', 1, broken)])
  await daemon.finish(first, { status: 'failed', exitCode: 1, errorCode: 'PROCESS_FAILED', errorMessage: 'exit 1' })
  const retried = await api.mutate('runs.retry', { id: first.id }, owner.headers)
  expect(retried.data).toMatchObject({ name: 'retried-a-2', arm: 'a', retryOf: first.id })
  const second = await daemon.start()
  await daemon.record(second, [scanned('t1', 1, failed), scanned('t2', 1), scanned('t3', 1), scanned('t4', 1)])
  await daemon.finish(second)
  const { data } = await api.query('experiments.compare', { id: 'retried' }, owner.headers)
  expect(data).toMatchObject({ arms: [{ n: 4, attempts: 4, passes: 3, missing: 0 }] })
  const paid = [first, second].map(async ({ id }) => (await api.query('runs.get', { id }, owner.headers)).data)
  const runs = (await Promise.all(paid)) as { costUsd: number }[]
  expect((data as ArmsCompared).arms[0]?.costUsd).toBeCloseTo(runs.reduce((sum, run) => sum + run.costUsd, 0))
  const matrix = await api.query('experiments.matrix', { id: 'retried' }, owner.headers)
  const counts = (matrix.data as { tasks: { cells: { counts: boolean }[][] }[] }).tasks.map((row) =>
    row.cells.flat().map((attempt) => attempt.counts),
  )
  expect(counts).toEqual([[true, false], [true, false], [false, true], [true]])
})

test('a new arm inherits its sibling’s launch and sample, and a taken name is refused', async () => {
  const added = await api.mutate(
    'experiments.addArm',
    {
      experiment: 'cmp',
      arm: 'coin',
      role: 'variant',
      note: 'why not',
      label: 'Coin',
      overrides: { agent: 'coin:0.5:1' },
    },
    owner.headers,
  )
  // The scripted samples of this file are no tasks of the dataset, which the benchmark says by name.
  expect(added.error?.fields[0]?.path).toMatch(/^include/)
  const chosen = await api.mutate(
    'experiments.addArm',
    {
      experiment: 'cmp',
      arm: 'coin',
      role: 'variant',
      label: 'Coin',
      overrides: { agent: 'oracle', include: ['combo-collections-1'] },
    },
    owner.headers,
  )
  expect(chosen.data).toMatchObject({ name: 'cmp-coin', status: 'queued', experiment: 'cmp', arm: 'coin' })
  const { data } = await api.query('experiments.get', { id: 'cmp' }, owner.headers)
  const { arms } = data as { arms: { name: string; label: string | null; launch: unknown }[] }
  expect(arms.find((arm) => arm.name === 'coin')).toMatchObject({
    role: 'variant',
    label: 'Coin',
    launch: { benchmark: 'edit', agent: 'oracle', attempts: 1, experiment: 'cmp', arm: 'coin' },
  })
  const taken = await api.mutate('experiments.addArm', { experiment: 'cmp', arm: 'fast' }, owner.headers)
  expect(taken.error).toMatchObject({ code: 'CONFLICT', reason: 'ARM_TAKEN' })
})
