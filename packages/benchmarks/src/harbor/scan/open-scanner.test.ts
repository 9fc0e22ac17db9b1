import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { trialStatus } from '@paddock/domain'
import { describe, expect, it } from 'vitest'
import { inNaiveWords, type NaiveJob, readNaively, repositoryRoot } from '../fixtures/read-naively.ts'
import { openHarborScanner } from './open-scanner.ts'

const corpus = join(process.env.PADDOCK_SHARED ?? resolve(repositoryRoot, '../shared'), 'data', 'harbor')
const jobs = ['jobs', 'loose-trials', 'harbor-0.22-local/jobs'].flatMap((group) =>
  readdirSync(join(corpus, group)).map((name) => join(corpus, group, name)),
)

const naive = readNaively(jobs)

const ended = { process: 'ended', now: Date.UTC(2027, 0) } as const

async function scanOf(job: string) {
  const result = await openHarborScanner(join(corpus, job)).scan(ended)
  return { ...result, trial: (name: string) => result.trials.find((trial) => trial.name.startsWith(name)) }
}

describe('every job of the corpus', () => {
  it.each(jobs)('reads %s as the naive reader does', async (directory) => {
    const expected = naive[directory] as NaiveJob
    const { trials, plannedTrials, unreadable } = await openHarborScanner(directory).scan(ended)
    expect(unreadable).toEqual([])
    expect(plannedTrials).toBe(expected.job?.total ?? null)
    expect(trials.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected.trials).toSorted())
    for (const trial of trials) {
      const plain = expected.trials[trial.name]
      if (plain?.ended) expect(inNaiveWords(trial)).toEqual(plain)
      else expect(['error', 'missing'], trial.name).toContain(trialStatus(trial))
    }
  })

  it('reports nothing at a second scan, for nothing changed', async () => {
    for (const directory of jobs) {
      const scanner = openHarborScanner(directory)
      await scanner.scan(ended)
      const again = await scanner.scan(ended)
      expect([again.trials, again.gone, again.unreadable]).toEqual([[], [], []])
    }
  })

  it('names a log of each trial that has one, and only files that are there', async () => {
    for (const directory of jobs) {
      const scanner = openHarborScanner(directory)
      for (const trial of (await scanner.scan(ended)).trials) {
        const files = await scanner.artifactFiles(trial)
        for (const { path } of await scanner.traceSources(trial)) expect(files).toContain(path)
      }
    }
  })
})

describe('jobs that did not end well', () => {
  it('calls trials of a killed Harbor interrupted, though its result.json counts them as running for ever', async () => {
    const { trial, metadata, plannedTrials } = await scanOf('harbor-0.22-local/jobs/interrupted-KILL')
    expect(trial('slow__75aYwJM')).toMatchObject({
      termination: 'cancelled',
      errorType: 'Interrupted',
      verdict: 'none',
    })
    expect(metadata).toMatchObject({ state: 'interrupted', harborVersion: '0.22.0', counters: { completed: 4 } })
    expect(plannedTrials).toBe(6)
  })

  it('calls them running while the process lives', async () => {
    const scanner = openHarborScanner(join(corpus, 'harbor-0.22-local/jobs/interrupted-KILL'))
    const { trials, metadata } = await scanner.scan({ process: 'alive', now: Date.now() })
    expect(trials.filter(({ termination }) => termination === 'running').map(({ task }) => task)).toEqual([
      'slow',
      'slow',
    ])
    expect(metadata.state).toBe('running')
    const later = await scanner.scan(ended)
    expect(later.trials.map(({ errorType }) => errorType)).toEqual(['Interrupted', 'Interrupted'])
  })

  it('calls an imported trial without process interrupted after half an hour of silence', async () => {
    const scanner = openHarborScanner(join(corpus, 'harbor-0.22-local/jobs/interrupted-KILL'))
    const { trials } = await scanner.scan({ process: 'unknown', now: Date.UTC(2027, 0) })
    expect(trials.some(({ termination }) => termination === 'running')).toBe(false)
  })

  it('tells a terminated job from a finished one by its CancelledErrors', async () => {
    const { trial, metadata } = await scanOf('harbor-0.22-local/jobs/interrupted-TERM')
    expect(trial('slow')).toMatchObject({ termination: 'cancelled', errorType: 'CancelledError' })
    expect(metadata).toMatchObject({ state: 'cancelled', finishedAt: null, counters: { cancelled: 2 } })
    expect((await scanOf('jobs/2026-05-05__23-30-55__long-running-refresh-token-cache')).metadata.state).toBe(
      'cancelled',
    )
  })

  it('names a trial directory that holds only a lock.json as never started', async () => {
    const { trial } = await scanOf('harbor-0.22-local/jobs/bad-create')
    expect(trial('hello__CZD5Ch5')).toMatchObject({
      termination: 'infra_error',
      errorType: 'NeverStarted',
      startedAt: null,
    })
  })

  it('reads the exception of a trial that has no result from its traceback', async () => {
    const { trial } = await scanOf('jobs/2026-05-26__14-38-06')
    expect(trial('heartbeat')).toMatchObject({ termination: 'cancelled', errorType: 'CancelledError' })
  })
})

describe('what Harbor records in unusual places', () => {
  it('surfaces the exception of a step, which never reaches the trial', async () => {
    const { trial } = await scanOf('loose-trials/clawbench-19-kimi2.6')
    expect(trial('t5')).toMatchObject({ errorType: 'TimeoutError', termination: 'agent_timeout', reward: 0.3698 })
  })

  it('keeps both the reward and the time-out', async () => {
    const { trial } = await scanOf('loose-trials/pinchbench-147-kimi2.6')
    expect(trial('task-log-hdfs')).toMatchObject({ termination: 'agent_timeout', reward: 0.25, verdict: 'fail' })
    // 124,664 input tokens and 4,633,344 cached ones: this agent leaves the cached ones out of its input.
    expect(trial('task-log-hdfs')?.tokens).toEqual({ input: 4_758_008, cachedInput: 4_633_344, output: 10_129 })
  })

  it('offers the logs of all steps, in the order of the steps', async () => {
    const directory = join(corpus, 'harbor-0.22-local/jobs/multi-step')
    const scanner = openHarborScanner(directory)
    const trial = (await scanner.scan(ended)).trials.find(({ name }) => name.startsWith('ms__'))
    const sources = trial ? await scanner.traceSources(trial) : []
    expect(sources.map(({ path }) => path)).toEqual([
      'ms__4BYDnU5/steps/create-file/agent/oracle.txt',
      'ms__4BYDnU5/steps/append-content/agent/oracle.txt',
    ])
    expect(trial?.phases.map(({ name }) => name)).toContain('append-content/verifier')
  })

  it('hides the values of environments in the recorded configuration', async () => {
    const { metadata } = await scanOf('harbor-0.22-local/jobs/interrupted-KILL')
    expect(metadata.config).toMatchObject({ agents: [{ name: 'oracle', env: ['API_KEY'] }] })
  })
})
