import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trialStatus } from '@paddock/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHarborCommand } from './command.ts'
import { harborDefinition } from './definition.ts'
import { inNaiveWords, type NaiveJob, readNaively, repositoryRoot } from './fixtures/read-naively.ts'
import { startHarbor, watch } from './fixtures/start-harbor.ts'
import { openHarborScanner } from './scan/open-scanner.ts'

let program: string
let base: string
let place: { jobsDir: string; temporaryDir: string }

beforeAll(() => {
  const installer = join(repositoryRoot, 'scripts', 'install-harbor.mjs')
  program = execFileSync(process.execPath, [installer], { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim()
  base = mkdtempSync(join(tmpdir(), 'paddock-harbor-'))
  place = { jobsDir: join(base, 'jobs'), temporaryDir: join(base, 'tmp') }
  mkdirSync(place.jobsDir)
  mkdirSync(place.temporaryDir)
}, 600_000)

// A killed Harbor leaves the roots of its trials in the temporary directory.
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function scanEnded(directory: string) {
  return openHarborScanner(directory).scan({ process: 'ended', now: Date.now() })
}

function naively(directory: string): NaiveJob {
  return readNaively([directory])[directory] as NaiveJob
}

/** Task → the sorted statuses of its attempts. */
function statuses(trials: Awaited<ReturnType<typeof scanEnded>>['trials']): Record<string, string[]> {
  const byTask = Object.groupBy(trials, ({ task }) => task)
  return Object.fromEntries(
    Object.entries(byTask).map(([task, attempts = []]) => [task, attempts.map(trialStatus).toSorted()]),
  )
}

describe.each([
  {
    agent: 'oracle',
    expected: {
      'leave-alone': ['pass', 'pass'],
      'no-reward': ['error', 'error'],
      'several-rewards': ['fail', 'fail'],
      'slow-agent': ['error', 'error'],
      'two-steps': ['pass', 'pass'],
      'write-greeting': ['pass', 'pass'],
    },
  },
  {
    agent: 'nop',
    expected: {
      'leave-alone': ['pass', 'pass'],
      'no-reward': ['error', 'error'],
      'several-rewards': ['fail', 'fail'],
      'slow-agent': ['fail', 'fail'],
      'two-steps': ['fail', 'fail'],
      'write-greeting': ['fail', 'fail'],
    },
  },
])('harbor run with $agent', ({ agent, expected }) => {
  it('is read live, and at its end as its own files say', async () => {
    const run = startHarbor(program, place, `samples-${agent}`, { agent, attempts: 2 })
    const { scans, latest } = await watch(run, () => false)
    expect(await run.exited, run.output()).toEqual({ code: 0, signal: null })

    const seenRunning = new Set(
      scans.flatMap(({ trials }) =>
        trials.filter(({ termination }) => termination === 'running').map(({ name }) => name),
      ),
    )
    expect(seenRunning.size).toBeGreaterThan(3)
    expect(scans.some(({ metadata }) => metadata.state === 'running')).toBe(true)
    // A trial is news when it appears, when its start is on disk, and when it ended: not at every tick.
    for (const name of latest.keys()) {
      expect(scans.filter(({ trials }) => trials.some((trial) => trial.name === name)).length).toBeLessThanOrEqual(4)
    }

    const end = await scanEnded(run.directory)
    expect(statuses(end.trials)).toEqual(expected)
    expect([end.plannedTrials, end.unreadable, end.metadata.state]).toEqual([12, [], 'finished'])
    const { job, trials } = naively(run.directory)
    expect(Object.fromEntries(end.trials.map((trial) => [trial.name, inNaiveWords(trial)]))).toEqual(trials)
    expect(job).toMatchObject({ total: 12, completed: end.trials.length, finished: true })
    expect(end.metrics.erroredTrials).toBe(job?.errored)
    for (const trial of end.trials) {
      expect(Date.parse(trial.finishedAt ?? '')).toBeGreaterThan(Date.parse(trial.startedAt ?? ''))
    }
    expect(run.sweep()).toBe(0)
  })

  it('names logs and files of every trial', async () => {
    const scanner = openHarborScanner(join(place.jobsDir, `samples-${agent}`))
    const { trials } = await scanner.scan({ process: 'ended', now: Date.now() })
    for (const trial of trials) {
      const sources = await scanner.traceSources(trial)
      expect(sources.length, trial.name).toBe(agent === 'nop' ? 0 : trial.task === 'two-steps' ? 2 : 1)
      const files = await scanner.artifactFiles(trial)
      expect(files).toContain(`${trial.name}/result.json`)
      for (const { path } of sources) expect(files).toContain(path)
    }
  })
})

it('gives Harbor only options that it knows, and Harbor understands them as meant', () => {
  const request = harborDefinition.launchSchema.parse({
    benchmark: 'harbor',
    dataset: 'paddock-samples',
    agent: 'terminus-2',
    model: 'openai/a,openai/b',
    tasks: 2,
    include: ['write-*', 'two-*'],
    exclude: ['leave-*'],
    concurrency: 3,
    attempts: 5,
    timeoutMultiplier: 1.5,
    environment: 'docker',
    thinking: 'high',
    agentArgs: ['parser_name=xml'],
    env: { API_KEY: { secret: 'TEAM_KEY' } },
    maxRetries: 4,
    settings: {
      'agent-timeout-multiplier': '2',
      'verifier-timeout-multiplier': '3',
      'agent-setup-timeout-multiplier': '4',
      'environment-build-timeout-multiplier': '5',
      'n-concurrent-agents': '2',
      'override-cpus': '2',
      'override-memory-mb': '512',
      'override-storage-mb': '1024',
      'retry-include': 'A,B',
      'retry-exclude': 'C',
      'force-build': 'true',
    },
  })
  const context = { runId: 'r', epoch: 1, runName: 'x', jobsDir: place.jobsDir, executable: [program], settings: {} }
  const { argv, cwd } = buildHarborCommand(request, context)
  const printed = execFileSync(argv[0] as string, [...argv.slice(1), '--print-config'], {
    cwd,
    env: { PATH: process.env.PATH, HARBOR_TELEMETRY: '0', PADDOCK_AGENT_ENV_API_KEY: 'never-printed' },
    encoding: 'utf8',
  })
  expect(printed).not.toContain('never-printed')
  const agent = {
    name: 'terminus-2',
    kwargs: { reasoning_effort: 'high', parser_name: 'xml' },
    env: { API_KEY: '${PADDOCK_AGENT_ENV_API_KEY}' },
    n_concurrent: 2,
  }
  expect(JSON.parse(printed)).toMatchObject({
    job_name: 'x',
    jobs_dir: place.jobsDir,
    n_attempts: 5,
    n_concurrent_trials: 3,
    quiet: true,
    timeout_multiplier: 1.5,
    agent_timeout_multiplier: 2,
    verifier_timeout_multiplier: 3,
    agent_setup_timeout_multiplier: 4,
    environment_build_timeout_multiplier: 5,
    retry: { max_retries: 4, include_exceptions: expect.arrayContaining(['A', 'B']), exclude_exceptions: ['C'] },
    environment: {
      type: 'docker',
      force_build: true,
      kwargs: { auto_mounting: true },
      override_cpus: 2,
      override_memory_mb: 512,
      override_storage_mb: 1024,
    },
    agents: [
      { ...agent, model_name: 'openai/a' },
      { ...agent, model_name: 'openai/b' },
    ],
    datasets: [{ task_names: ['write-*', 'two-*'], exclude_task_names: ['leave-*'], n_tasks: 2 }],
  })
})

describe('the local environment', () => {
  it('gives concurrent trials a working directory each, and leaves nothing behind', async () => {
    const run = startHarbor(program, place, 'isolated', {
      agent: 'oracle',
      include: ['write-greeting', 'leave-alone'],
      attempts: 8,
      concurrency: 8,
    })
    expect((await run.exited).code, run.output()).toBe(0)
    const { trials } = await scanEnded(run.directory)
    expect(trials.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 16 }, () => 'pass'))
    expect(readdirSync(place.temporaryDir)).toEqual([])
    expect(existsSync('/app') || existsSync('/solution')).toBe(false)
  })
})

describe('a run that is stopped in the middle', () => {
  /** Four trials, of which the slow ones go on for a minute. */
  const launch = {
    agent: 'oracle',
    include: ['write-greeting', 'slow-agent'],
    attempts: 2,
    concurrency: 2,
    timeoutMultiplier: 20,
  }

  async function untilSlowOnesRun(runName: string) {
    const run = startHarbor(program, place, runName, launch)
    const { latest } = await watch(run, (trials) => {
      const slow = [...trials.values()].filter(({ task, startedAt }) => task === 'slow-agent' && startedAt !== null)
      return slow.length === 2 && [...trials.values()].some(({ verdict }) => verdict === 'pass')
    })
    expect([...latest.values()].filter(({ termination }) => termination === 'running').length).toBeGreaterThan(0)
    return run
  }

  it('SIGTERM: its running trials read as cancelled, the ended ones as they ended', async () => {
    const run = await untilSlowOnesRun('terminated')
    run.signal('SIGTERM')
    await run.exited
    const { trials, metadata } = await scanEnded(run.directory)
    expect(trials.some(({ termination }) => termination === 'running')).toBe(false)
    expect(trials.filter(({ errorType }) => errorType === 'CancelledError').length).toBeGreaterThan(0)
    expect(trials.some(({ verdict }) => verdict === 'pass')).toBe(true)
    expect(metadata).toMatchObject({ state: 'cancelled', finishedAt: null })
    const naive = naively(run.directory).trials
    for (const trial of trials) expect(inNaiveWords(trial)).toEqual(naive[trial.name])
    expect(run.sweep()).toBe(0)
  })

  it('SIGKILL: its running trials read as interrupted, though its files say running for ever', async () => {
    const run = await untilSlowOnesRun('killed')
    run.signal('SIGKILL')
    expect(await run.exited).toEqual({ code: null, signal: 'SIGKILL' })
    expect(run.sweep()).toBeGreaterThan(0) // Harbor's children outlive it; the runner ends them by the marker
    const { trials, metadata, plannedTrials } = await scanEnded(run.directory)
    expect(plannedTrials).toBe(4)
    expect(metadata.state).toBe('interrupted')
    const naive = naively(run.directory).trials
    expect(trials.map(({ name }) => name).toSorted()).toEqual(Object.keys(naive))
    for (const trial of trials) {
      if (naive[trial.name]?.ended) expect(inNaiveWords(trial)).toEqual(naive[trial.name])
      else
        expect(trial).toMatchObject({ verdict: 'none', errorType: expect.stringMatching(/Interrupted|NeverStarted/) })
    }
    expect(trials.some(({ errorType }) => errorType === 'Interrupted')).toBe(true)
  })
})
