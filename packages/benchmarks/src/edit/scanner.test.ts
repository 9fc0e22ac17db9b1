import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trialStatus } from '@paddock/domain'
import { expect, test } from 'vitest'
import type { ScanMoment } from '../port.ts'
import { newDirectory, readResultFile, runCli, startCli, until } from './fixtures/run-cli.ts'
import { openEditScanner } from './scanner.ts'

const alive: ScanMoment = { process: 'alive', now: Date.now() }
const ended: ScanMoment = { process: 'ended', now: Date.now() }

function write(directory: string, content: unknown): void {
  writeFileSync(join(directory, 'result.json'), typeof content === 'string' ? content : JSON.stringify(content))
}

test('a run is followed from its first write to its end: planned trials, running ones, and each change once', async () => {
  const directory = newDirectory()
  const scanner = openEditScanner(directory)
  expect(await scanner.scan(alive)).toMatchObject({ trials: [], plannedTrials: null, unreadable: [] })

  const cli = startCli([
    '--agent=coin:0.6:1',
    `--output=${join(directory, 'result.json')}`,
    '--max-tasks=20',
    '--task-concurrency=4',
    '--delay=100ms',
  ])
  const statuses = new Map<string, string[]>()
  let planned: number | null = null
  let isOver = false
  void cli.ended.then(() => {
    isOver = true
  })
  for (let last = false; !last; ) {
    last = isOver
    const scan = await scanner.scan(last ? ended : alive)
    expect(scan.unreadable).toEqual([])
    expect(scan.gone).toEqual([])
    planned = scan.plannedTrials ?? planned
    for (const trial of scan.trials) {
      statuses.set(trial.name, [...(statuses.get(trial.name) ?? []), trialStatus(trial)])
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(planned).toBe(20)
  const result = readResultFile(directory)
  expect(statuses.size).toBe(20)
  for (const task of result.tasks) {
    const seen = statuses.get(`${task.id}__1`) ?? []
    expect(seen.at(-1)).toBe(task.runs[0]?.success ? 'pass' : 'fail')
    expect(seen.slice(0, -1).every((status) => status === 'running')).toBe(true)
    expect(seen.length).toBeLessThanOrEqual(2)
  }
  expect([...statuses.values()].some((seen) => seen.length === 2)).toBe(true)
  expect((await scanner.scan(ended)).trials).toEqual([])

  const again = await openEditScanner(directory).scan(ended)
  expect(again.trials).toHaveLength(20)
  expect(again.metrics.taskSuccessRate).toBeCloseTo(result.summary.taskSuccessRate ?? -1)
})

test('a trial of a killed runner is running only as long as somebody may work on it', async () => {
  const directory = newDirectory()
  const cli = startCli(['--agent=oracle', `--output=${join(directory, 'result.json')}`, '--max-tasks=1', '--delay=60s'])
  await until('a trial runs', () => {
    try {
      return readFileSync(join(directory, 'result.dump', 'combo-collections-1', 'run-1.md'), 'utf8').includes('look at')
    } catch {
      return false
    }
  })
  cli.child.kill('SIGKILL')
  await cli.ended
  const scanner = openEditScanner(directory)
  const statusAt = async (moment: ScanMoment) => (await scanner.scan(moment)).trials.map(trialStatus)
  expect(await statusAt(alive)).toEqual(['running'])
  expect(await statusAt({ process: 'unknown', now: Date.now() })).toEqual([])
  expect(await statusAt({ process: 'unknown', now: Date.now() + 31 * 60_000 })).toEqual(['missing'])
  expect(await statusAt(alive)).toEqual(['running'])
  const [interrupted] = (await scanner.scan(ended)).trials
  expect(interrupted).toMatchObject({ termination: 'cancelled', verdict: 'none', errorType: 'Interrupted' })
  expect(interrupted?.startedAt).toMatch(/^\d{4}-/)
})

test('traces and artifacts are the files of that attempt alone, without links that lead out', async () => {
  const directory = newDirectory()
  await runCli(['--agent=oracle', `--output=${join(directory, 'result.json')}`, '--max-tasks=2', '--runs=11'])
  const dump = join(directory, 'result.dump', 'combo-collections-1')
  writeFileSync(join(dump, 'run-1.try-1.jsonl'), '')
  writeFileSync(join(dump, 'run-1.try-2.jsonl'), '')
  symlinkSync('/etc/passwd', join(dump, 'run-1.try-3.jsonl'))
  const scanner = openEditScanner(directory)
  const { trials } = await scanner.scan(ended)
  const first = trials.find((trial) => trial.name === 'combo-collections-1__1')
  if (!first) throw new Error('no such trial')
  const folder = 'result.dump/combo-collections-1'
  expect(await scanner.traceSources(first)).toEqual([
    { path: `${folder}/run-1.try-2.jsonl`, rank: 0 },
    { path: `${folder}/run-1.try-1.jsonl`, rank: 1 },
    { path: `${folder}/run-1.md`, rank: 2 },
  ])
  expect(await scanner.artifactFiles(first)).toEqual([
    `${folder}/run-1.md`,
    `${folder}/run-1.try-1.jsonl`,
    `${folder}/run-1.try-2.jsonl`,
  ])
})

const foreign = {
  config: { model: 'other/model', runsPerTask: 2 },
  tasks: [
    {
      id: 'access-remove-optional-chain-001',
      name: 'remove optional chain',
      files: ['a.ts'],
      runs: [
        { runIndex: 0, success: true, duration: 1234, tokens: { input: 10, output: 5, cache: 900 }, extra: { a: 1 } },
        { runIndex: 1, success: false, error: 'Timeout', duration: -1, tokens: null, costUsd: 'free' },
      ],
    },
    { id: '../odd id', runs: [{ runIndex: 0, success: false, failureCategory: 'provider' }] },
  ],
}

test('a file of another writer, without planned total and cost, is read with what it lacks as unknown', async () => {
  const directory = newDirectory()
  write(directory, foreign)
  const scan = await openEditScanner(directory).scan(ended)
  expect(scan.plannedTrials).toBeNull()
  expect(scan.unreadable).toEqual([])
  expect(scan.metrics).toEqual({ taskSuccessRate: 1 / 3 })
  const [pass, fail, odd] = scan.trials
  expect(pass).toMatchObject({
    verdict: 'pass',
    attempt: 1,
    costUsd: null,
    costSource: 'unknown',
    model: 'other/model',
    tokens: { input: 910, cachedInput: 900, output: 5 },
    startedAt: null,
  })
  expect(pass?.raw).toMatchObject({ duration: 1234, extra: { a: 1 } })
  expect(fail).toMatchObject({ verdict: 'fail', attempt: 2, costUsd: null, tokens: null })
  expect(odd).toMatchObject({ verdict: 'none', termination: 'infra_error', directory: null })
})

test('a half-written result is not yet: nothing vanishes, and the whole one is read when it comes', async () => {
  const directory = newDirectory()
  const scanner = openEditScanner(directory)
  const text = JSON.stringify(foreign)
  write(directory, text.slice(0, 200))
  expect(await scanner.scan(alive)).toMatchObject({ trials: [], unreadable: [{ path: 'result.json' }] })
  appendFileSync(join(directory, 'result.json'), text.slice(200))
  expect((await scanner.scan(alive)).trials).toHaveLength(3)
  write(directory, text.slice(0, 300))
  const half = await scanner.scan(alive)
  expect(half).toMatchObject({ trials: [], gone: [], unreadable: [{ path: 'result.json' }] })
  write(directory, text)
  expect(await scanner.scan(alive)).toMatchObject({ trials: [], gone: [], unreadable: [] })
})

test('something that is no result at all is reported with what is wrong with it', async () => {
  const directory = newDirectory()
  write(directory, { tasks: 'none' })
  const { unreadable } = await openEditScanner(directory).scan(ended)
  expect(unreadable[0]?.reason).toContain('tasks')
})

test('when the result vanishes its trials are gone, and they are reported anew when it comes back', async () => {
  const directory = newDirectory()
  write(directory, foreign)
  const scanner = openEditScanner(directory)
  await scanner.scan(alive)
  rmSync(join(directory, 'result.json'))
  expect((await scanner.scan(alive)).gone).toHaveLength(3)
  expect((await scanner.scan(alive)).gone).toEqual([])
  write(directory, foreign)
  expect((await scanner.scan(alive)).trials).toHaveLength(3)
})

test.each([
  ['timeout', 'fail', 'agent_timeout', 'error'],
  ['turn-limit', 'fail', 'limit', 'error'],
  ['agent', 'fail', 'agent_error', 'error'],
  ['provider', 'none', 'infra_error', 'error'],
  ['auth', 'none', 'infra_error', 'error'],
  ['not-installed', 'none', 'infra_error', 'error'],
  ['verifier', 'none', 'verifier_error', 'error'],
  ['wrong-edit', 'fail', 'completed', 'fail'],
  ['no-edit', 'fail', 'completed', 'fail'],
] as const)(
  'a failure by %s has the verdict %s and ended as %s',
  async (failureCategory, verdict, termination, status) => {
    const directory = newDirectory()
    write(directory, { tasks: [{ id: 'a', runs: [{ runIndex: 0, success: false, failureCategory }] }] })
    const [trial] = (await openEditScanner(directory).scan(ended)).trials
    if (!trial) throw new Error('no trial')
    expect(trial).toMatchObject({ verdict, termination })
    expect(trialStatus(trial)).toBe(status)
  },
)

test('a directory of 10,000 runs is read at once, and scanned again for nothing', async () => {
  const directory = newDirectory()
  const runs = (task: number) =>
    Array.from({ length: 10 }, (_, runIndex) => ({ runIndex, success: (task + runIndex) % 3 === 0, duration: 5 }))
  const tasks = Array.from({ length: 1_000 }, (_, task) => ({ id: `task-${task}`, runs: runs(task) }))
  write(directory, { config: { runsPerTask: 10 }, tasks })
  mkdirSync(join(directory, 'result.dump'))
  utimesSync(join(directory, 'result.json'), 1, 1)
  const scanner = openEditScanner(directory)
  expect((await scanner.scan(ended)).trials).toHaveLength(10_000)
  expect((await scanner.scan(ended)).trials).toEqual([])
})
