import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResumePlan } from '../port.ts'
import { readNaively, repositoryRoot } from './fixtures/read-naively.ts'
import { resumeHarbor, startHarbor, watch } from './fixtures/start-harbor.ts'
import { harborResume } from './resume.ts'
import { openHarborScanner } from './scan/open-scanner.ts'

let program: string
let base: string
let place: { jobsDir: string; temporaryDir: string }

beforeAll(() => {
  const installer = join(repositoryRoot, 'scripts', 'install-harbor.mjs')
  program = execFileSync(process.execPath, [installer], { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim()
  base = mkdtempSync(join(tmpdir(), 'paddock-harbor-resume-'))
  place = { jobsDir: join(base, 'jobs'), temporaryDir: join(base, 'tmp') }
  mkdirSync(place.jobsDir)
  mkdirSync(place.temporaryDir)
}, 600_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function trialsOf(directory: string) {
  return (await openHarborScanner(directory).scan({ process: 'ended', now: Date.now() })).trials
}

function possible(plan: ResumePlan): Extract<ResumePlan, { kind: 'possible' }> {
  if (plan.kind === 'impossible') throw new Error(plan.reason)
  return plan
}

const jobOf = (directory: string) => JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8'))

it('goes on with a job that was cancelled half-way: what passed stays, what the plan names runs again', async () => {
  const launch = {
    ...{ agent: 'oracle', include: ['write-greeting', 'slow-agent'], attempts: 2, concurrency: 2 },
    env: { WORD: 'a-secret-word' },
    timeoutMultiplier: 20,
  }
  const run = startHarbor(program, place, 'half-way', launch)
  await watch(run, (trials) => {
    const all = [...trials.values()]
    const slow = all.filter(({ task, startedAt }) => task === 'slow-agent' && startedAt !== null)
    return slow.length === 2 && all.some(({ verdict }) => verdict === 'pass')
  })
  run.signal('SIGTERM')
  await run.exited
  run.sweep()
  const before = await trialsOf(run.directory)
  const passed = before.filter(({ verdict }) => verdict === 'pass').map(({ name }) => name)
  const plan = possible(await harborResume.plan(run.directory, null))
  expect(plan).toMatchObject({ errorTypes: ['CancelledError'], files: 'removed' })
  expect(plan.again.map(({ name }) => name).toSorted()).toEqual(
    before
      .filter(({ verdict }) => verdict === 'none')
      .map(({ name }) => name)
      .toSorted(),
  )

  const resumed = resumeHarbor(program, place, 'half-way', launch, plan.errorTypes)
  expect(resumed.argv.join(' ')).not.toContain('a-secret-word')
  await watch(resumed, (trials) => [...trials.values()].filter(({ verdict }) => verdict === 'pass').length === 2)
  // The slow ones would take a minute each: what counts has been seen.
  resumed.signal('SIGTERM')
  await resumed.exited
  resumed.sweep()
  const after = await trialsOf(run.directory)
  for (const { name } of plan.again) expect(existsSync(join(run.directory, name)), name).toBe(false)
  expect(after.map(({ name }) => name)).toEqual(expect.arrayContaining(passed))
  expect(after.filter(({ task, verdict }) => task === 'write-greeting' && verdict === 'pass')).toHaveLength(2)
})

it('runs trials with the named exceptions again, and ends as its own result.json says', async () => {
  const launch = { agent: 'nop', include: ['write-greeting', 'no-reward', 'leave-alone'], attempts: 1 }
  const run = startHarbor(program, place, 'errored', launch)
  expect((await run.exited).code, run.output()).toBe(0)
  const before = await trialsOf(run.directory)
  const errored = before.filter(({ errorType }) => errorType !== null)
  expect(errored.map(({ task }) => task)).toEqual(['no-reward'])
  const job = jobOf(run.directory)

  const kept = possible(await harborResume.plan(run.directory, ['SomethingElse']))
  expect(kept.again).toEqual([])
  const plan = possible(await harborResume.plan(run.directory, null))
  expect(plan.errorTypes).toEqual(expect.arrayContaining(['CancelledError', errored[0]?.errorType]))
  expect(plan.again.map(({ name }) => name)).toEqual(errored.map(({ name }) => name))

  const resumed = resumeHarbor(program, place, 'errored', launch, plan.errorTypes)
  expect((await resumed.exited).code, resumed.output()).toBe(0)
  const after = await trialsOf(run.directory)
  const untouched = before.filter(({ errorType }) => errorType === null)
  expect(after).toEqual(expect.arrayContaining(untouched))
  expect(after).toHaveLength(3)
  expect(after.map(({ name }) => name)).not.toContain(errored[0]?.name)
  const naive = readNaively([run.directory])[run.directory]
  expect(Object.keys(naive?.trials ?? {}).toSorted()).toEqual(after.map(({ name }) => name).toSorted())
  expect(jobOf(run.directory)).toMatchObject({
    ...{ id: job.id, started_at: job.started_at, n_total_trials: 3 },
    stats: { n_completed_trials: 3, n_errored_trials: 1 },
  })
})

it('refuses a job without config.json and one that was moved, each with its path, and deletes nothing', async () => {
  const run = startHarbor(program, place, 'moved', { agent: 'nop', include: ['leave-alone'] })
  expect((await run.exited).code, run.output()).toBe(0)
  const elsewhere = join(place.jobsDir, 'elsewhere')
  renameSync(run.directory, elsewhere)
  expect(await harborResume.plan(elsewhere, null)).toEqual({
    kind: 'impossible',
    reason: expect.stringMatching(/elsewhere was recorded as .*\/moved: .* Move it back, or retry the run\./),
  })
  rmSync(join(elsewhere, 'config.json'))
  expect(await harborResume.plan(elsewhere, null)).toEqual({
    kind: 'impossible',
    reason: expect.stringContaining(join(elsewhere, 'config.json')),
  })
  expect(await trialsOf(elsewhere)).toHaveLength(1)
})
