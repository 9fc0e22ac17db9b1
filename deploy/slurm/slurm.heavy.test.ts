import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunRow } from '@paddock/db'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Autoscaler, startAutoscaler, submittedJobs } from './testing/autoscaler.ts'
import { type OneNodeSlurm, startOneNodeSlurm } from './testing/one-node-slurm.ts'
import { processesOfRun } from './testing/processes-of-run.ts'
import { isTerminal, type SlurmQueue, slurmQueue } from './testing/slurm-queue.ts'

const checkout = join(import.meta.dirname, '..', '..')
const node = hostname().split('.')[0] as string
let database: TestDatabase
let slurm: OneNodeSlurm
let queue: SlurmQueue
let config: string
const loops: Autoscaler[] = []

beforeAll(async () => {
  const installed = spawnSync(process.execPath, [join(checkout, 'scripts', 'install-slurm.mjs')], { encoding: 'utf8' })
  if (installed.status !== 0) throw new Error(installed.stderr)
  database = await createTestDatabase()
  queue = await slurmQueue(database.url)
  slurm = await startOneNodeSlurm()
  const work = join(slurm.directory, 'work')
  mkdirSync(work)
  config = join(work, 'runner.yaml')
  writeFileSync(
    config,
    `stateDir: not-used\njobsDir: jobs\nblobDir: blobs\nteams: [${queue.teamId}]\ncancelGrace: 3s\nonceWait: 30s\nminFreeDiskMb: 1\nminFreeMemoryMb: 1\n`,
  )
}, 300_000)
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop()
})
afterAll(async () => {
  await slurm?.stop()
  await queue?.close()
  await database?.close()
})

/** `more` may end in `--` and options of sbatch. */
function autoscale(...more: string[]): Autoscaler {
  const flags = ['--benchmark', 'edit', '--team', queue.teamId, '--config', config, ...more]
  if (!more.includes('--')) flags.push('--')
  return startAutoscaler([...flags, `--output=${slurm.directory}/work/%x-%j.log`, '--mem=50'], {
    ...slurm.environment,
    DATABASE_URL: database.url,
    PADDOCK_STATE_ROOT: join(slurm.directory, 'runners'),
  })
}

async function check(...more: string[]): Promise<{ code: number | null; output: string; submitted: number[] }> {
  const look = autoscale('--once-check', ...more)
  const code = await look.ended
  return { code, output: look.output(), submitted: submittedJobs(look.output()) }
}

const states = async () => (await slurm.run('squeue', '--noheader', '--format=%T')).split('\n').filter(Boolean)

async function untilQuiet(): Promise<void> {
  while ((await states()).length > 0) await sleep(200)
}

/** How many of these were held at one moment, at most. */
function mostAtOnce(runs: readonly RunRow[]): number {
  const held = runs.map(({ claimedAt, finishedAt }) => ({
    from: claimedAt?.getTime() ?? 0,
    to: finishedAt?.getTime() ?? 0,
  }))
  return Math.max(...held.map(({ from }) => held.filter((other) => other.from <= from && from < other.to).length))
}

const listening = () =>
  spawnSync('ss', ['-ltnpH'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => /"slurm(ctld|d)"/.test(line))
    .map((line) => line.trim().split(/\s+/)[3])

test('Slurm listens on the loopback address alone', () => {
  for (const address of listening()) expect(address).toMatch(/^127\.0\.0\.1:/)
})

test('a run gets one job, however often it is looked at while the job is pending', async () => {
  await slurm.run('scontrol', 'update', `nodename=${node}`, 'state=drain', 'reason=test')
  const runs = await Promise.all([1, 2, 3].map(() => queue.launch()))
  const first = await check('--limit', '10')
  expect(first.submitted, first.output).toHaveLength(3)
  const both = await Promise.all([check('--limit', '10'), check('--limit', '10')])
  expect(both.map(({ code, submitted }) => ({ code, submitted }))).toEqual(Array(2).fill({ code: 0, submitted: [] }))
  expect(await states()).toEqual(['PENDING', 'PENDING', 'PENDING'])
  await slurm.run('scontrol', 'update', `nodename=${node}`, 'state=resume')
  for (const { id } of runs) expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', epoch: 1 })
  await untilQuiet()
  expect((await check('--limit', '10')).output).toMatch(/0 runs to claim, 0 jobs/)
})

test('20 runs are finished, two at a time, each by a job of its own, although slurmctld restarts meanwhile', async () => {
  const launched = await Promise.all(Array.from({ length: 20 }, () => queue.launch({ settings: { delay: '500ms' } })))
  const loop = autoscale('--limit', '2', '--interval', '1')
  loops.push(loop)
  const samples: number[] = []
  let restart: 'to come' | 'done' = 'to come'
  for (;;) {
    const rows = await Promise.all(launched.map(({ id }) => queue.run(id)))
    if (rows.every(isTerminal)) break
    if (restart === 'to come' && rows.filter(isTerminal).length >= 5) {
      await slurm.stopController()
      while (!loop.output().includes('asking again')) await sleep(200)
      await slurm.startController()
      restart = 'done'
    }
    samples.push((await states()).length)
    await sleep(300)
  }
  expect(await loop.stop()).toBe(0)
  const runs = await Promise.all(launched.map(({ id }) => queue.run(id)))
  expect(runs.map(({ status, epoch, trialsPassed }) => `${status} ${epoch} ${trialsPassed}`)).toEqual(
    Array(20).fill('succeeded 1 1'),
  )
  expect(Math.max(...samples)).toBe(2)
  expect(mostAtOnce(runs)).toBe(2)
  expect(submittedJobs(loop.output()), loop.output()).toHaveLength(20)
  expect(loop.output()).toMatch(/squeue: .*Nothing more is submitted now, jobs that are there go on; asking again\./)
  await untilQuiet()
  // Two at a time need two directories, and no more.
  expect(
    readdirSync(join(slurm.directory, 'runners', node)).filter((name) => !name.endsWith('.lock')).length,
  ).toBeLessThanOrEqual(4)
})

const isRunning = ({ status }: RunRow) => status === 'running'

test('scancel ends a run as stopped, with its whole tree', async () => {
  const { id } = await queue.launch({ tasks: 20, settings: { delay: '2s' } })
  const { submitted } = await check('--limit', '1')
  await queue.until(id, isRunning)
  while (processesOfRun(id).length < 2) await sleep(50)
  await slurm.run('scancel', String(submitted[0]))
  const run = await queue.until(id, isTerminal, 10_000)
  expect(run).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED', epoch: 1 })
  expect(run.treeGoneAt).not.toBeNull()
  expect(processesOfRun(id)).toEqual([])
  await untilQuiet()
})

test('a run that may be repeated is claimed by another job after scancel, and succeeds', async () => {
  const { id } = await queue.launch({ tasks: 2, settings: { delay: '2s' }, idempotent: true })
  const { submitted } = await check('--limit', '1')
  await queue.until(id, isRunning)
  await slurm.run('scancel', String(submitted[0]))
  expect(await queue.until(id, ({ status }) => status === 'queued', 10_000)).toMatchObject({ infraAttempts: 1 })
  expect(processesOfRun(id)).toEqual([])
  await untilQuiet()
  expect((await check('--limit', '1')).submitted).toHaveLength(1)
  expect(await queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', trialsPassed: 2 })
  await untilQuiet()
})

test('the end of the time limit stops a run before Slurm kills it', async () => {
  const { id } = await queue.launch({ tasks: 60, settings: { delay: '5s' } })
  const limits = ['--time=1', '--signal=B:TERM@20']
  const { submitted } = await check('--limit', '1', '--', ...limits)
  const run = await queue.until(id, isTerminal, 120_000)
  expect(run).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
  expect(processesOfRun(id)).toEqual([])
  await untilQuiet()
  const [, state] = /JobState=(\S+)/.exec(await slurm.run('scontrol', 'show', 'job', String(submitted[0]))) ?? []
  expect(state).toBe('COMPLETED')
})

test('jobs that fail at once are tried one at a time, and are told of', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => queue.launch()))
  const broken = ['--job-name', 'broken', '--config', join(slurm.directory, 'nothing.yaml'), '--limit', '4']
  const { submitted } = await check(...broken)
  expect(submitted).toHaveLength(4)
  await untilQuiet()
  const second = await check(...broken)
  expect(second.submitted, second.output).toHaveLength(1)
  expect(second.output).toMatch(/The last jobs failed \(\d+, \d+, \d+\): one at a time until one works/)
  expect(readFileSync(join(slurm.directory, 'work', `broken-${submitted[0]}.log`), 'utf8')).toMatch(/nothing\.yaml/)
  await untilQuiet()
  expect((await check('--limit', '4')).submitted).toHaveLength(4)
  for (const { id } of runs) await queue.until(id, isTerminal)
  await untilQuiet()
})

test('what does not answer, and wrong options, are told in words', async () => {
  const { id } = await queue.launch()
  const refused = startAutoscaler(
    ['--once-check', '--limit', '1', '--benchmark', 'edit', '--config', config, '--', '--partition=none'],
    { ...slurm.environment, DATABASE_URL: database.url },
  )
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/sbatch: .*invalid partition specified: none/i)
  const elsewhere = startAutoscaler(['--once-check', '--limit', '1', '--benchmark', 'edit', '--config', config], {
    ...slurm.environment,
    DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
  })
  expect(await elsewhere.ended).toBe(1)
  expect(elsewhere.output()).toMatch(/ECONNREFUSED 127\.0\.0\.1:1/)
  const without = startAutoscaler(['--once-check', '--limit', '1', '--benchmark', 'edit', '--config', config], {
    DATABASE_URL: database.url,
    PATH: '/nowhere',
  })
  expect(await without.ended).toBe(1)
  expect(without.output()).toMatch(/squeue: not found\. Run this where the commands of Slurm are/)
  expect(await states()).toEqual([])
  expect(await queue.run(id)).toMatchObject({ status: 'queued' })
  expect(existsSync(join(checkout, 'paddock-runner-1.log'))).toBe(false)
})
