import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openHarborScanner } from './open-scanner.ts'

let base: string
let job: string
const alive = () => ({ process: 'alive', now: Date.now() }) as const
const ended = () => ({ process: 'ended', now: Date.now() }) as const

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'paddock-odd-'))
  job = join(base, 'job')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function write(path: string, content: unknown): void {
  const file = join(job, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

/** A result as Harbor writes it, with what a test wants otherwise. */
function resultOf(name: string, otherwise: Record<string, unknown> = {}) {
  return {
    task_name: 'org/task',
    trial_name: name,
    task_checksum: 'abc',
    config: { agent: { name: 'oracle' } },
    agent_info: { name: 'oracle', version: '1' },
    verifier_result: { rewards: { reward: 1 } },
    started_at: '2026-05-01T10:00:00Z',
    finished_at: '2026-05-01T10:01:00Z',
    ...otherwise,
  }
}

async function oneTrial(otherwise: Record<string, unknown>) {
  write('t__1/result.json', resultOf('t__1', otherwise))
  const { trials } = await openHarborScanner(job).scan(ended())
  return trials[0]
}

it('reads a directory that Harbor has not made yet as empty', async () => {
  const { trials, gone, plannedTrials, unreadable } = await openHarborScanner(job).scan(alive())
  expect([trials, gone, plannedTrials, unreadable]).toEqual([[], [], null, []])
})

it('takes a half-written result for a trial that still runs, and reads it when it is whole', async () => {
  const scanner = openHarborScanner(job)
  write('t__1/config.json', { task: { path: 'tasks/t' }, trial_name: 't__1', agent: { name: 'oracle' } })
  write('t__1/result.json', JSON.stringify(resultOf('t__1')).slice(0, 80))
  const half = await scanner.scan(alive())
  expect(half.trials).toMatchObject([{ name: 't__1', task: 't', termination: 'running' }])
  expect(half.unreadable).toMatchObject([{ path: 't__1/result.json' }])
  write('t__1/result.json', resultOf('t__1'))
  const whole = await scanner.scan(alive())
  expect(whole.trials).toMatchObject([{ name: 't__1', verdict: 'pass', termination: 'completed' }])
  expect(whole.unreadable).toEqual([])
})

it('keeps an ended trial while its result is being rewritten in place', async () => {
  const scanner = openHarborScanner(job)
  write('t__1/result.json', resultOf('t__1'))
  await scanner.scan(alive())
  write('t__1/result.json', '')
  const during = await scanner.scan(alive())
  expect([during.trials, during.gone]).toEqual([[], []])
  expect(during.unreadable).toHaveLength(1)
  write('t__1/result.json', resultOf('t__1', { verifier_result: { rewards: { reward: 0 } } }))
  expect((await scanner.scan(alive())).trials).toMatchObject([{ verdict: 'fail' }])
})

it('says of a result that stays unreadable what is wrong, once the process is gone', async () => {
  write('t__1/config.json', { trial_name: 't__1' })
  write('t__1/result.json', '{"task_name": "t"')
  const { trials } = await openHarborScanner(job).scan(ended())
  expect(trials).toMatchObject([{ termination: 'infra_error', errorType: 'UnreadableResult' }])
})

it('marks a directory that vanished as gone once, and reports the trial when it is back', async () => {
  const scanner = openHarborScanner(job)
  write('t__1/result.json', resultOf('t__1'))
  await scanner.scan(ended())
  renameSync(join(job, 't__1'), join(base, 'away'))
  expect(await scanner.scan(ended())).toMatchObject({ trials: [], gone: ['t__1'] })
  expect(await scanner.scan(ended())).toMatchObject({ trials: [], gone: [] })
  renameSync(join(base, 'away'), join(job, 't__1'))
  expect(await scanner.scan(ended())).toMatchObject({ trials: [{ name: 't__1' }], gone: [] })
})

it('reads a trial that Harbor tries again as running again', async () => {
  const scanner = openHarborScanner(job)
  write('t__1/result.json', resultOf('t__1', { exception_info: { exception_type: 'RuntimeError' } }))
  expect((await scanner.scan(alive())).trials).toMatchObject([
    { errorType: 'RuntimeError', termination: 'agent_error' },
  ])
  rmSync(join(job, 't__1'), { recursive: true })
  write('t__1/config.json', { trial_name: 't__1' })
  expect((await scanner.scan(alive())).trials).toMatchObject([{ termination: 'running', errorType: null }])
})

it('does not forget an ended trial because somebody deleted its result after the run', async () => {
  const scanner = openHarborScanner(job)
  write('t__1/result.json', resultOf('t__1'))
  write('t__1/config.json', { trial_name: 't__1' })
  await scanner.scan(ended())
  rmSync(join(job, 't__1', 'result.json'))
  expect(await scanner.scan(ended())).toMatchObject({ trials: [], gone: [] })
})

it('takes for trials what their files say, not what they are called', async () => {
  write('no-suffix/result.json', resultOf('no-suffix'))
  write('a b\n"c"/result.json', resultOf('x'))
  write('notes/todo.txt', 'mine')
  write('.sources/x__1/result.json', resultOf('x__1'))
  write('nested__job/config.json', { job_name: 'nested__job', n_attempts: 1 })
  write('nested__done/result.json', { n_total_trials: 1, stats: {} })
  mkdirSync(join(job, 'empty__dir'))
  const { trials, unreadable } = await openHarborScanner(job).scan(ended())
  expect(trials.map(({ name }) => name).toSorted()).toEqual(['a b\n"c"', 'no-suffix'])
  expect(unreadable).toEqual([])
})

it('follows no link out of the job: not a directory, not a result, not a log', async () => {
  mkdirSync(join(base, 'secret', 'agent'), { recursive: true })
  writeFileSync(join(base, 'secret', 'result.json'), JSON.stringify(resultOf('stolen')))
  writeFileSync(join(base, 'secret', 'agent', 'oracle.txt'), 'stolen')
  write('t__1/result.json', resultOf('t__1'))
  write('t__1/own.txt', 'mine')
  mkdirSync(join(job, 't__2'))
  symlinkSync(join(base, 'secret'), join(job, 'link__1'))
  symlinkSync(join(base, 'secret', 'result.json'), join(job, 't__2', 'result.json'))
  symlinkSync(join(base, 'secret', 'agent'), join(job, 't__1', 'agent'))
  symlinkSync(join(base, 'secret', 'result.json'), join(job, 't__1', 'outside.json'))
  symlinkSync('own.txt', join(job, 't__1', 'inside.txt'))
  symlinkSync('loop', join(job, 't__1', 'loop'))
  const scanner = openHarborScanner(job)
  const { trials, unreadable } = await scanner.scan(ended())
  expect(trials.map(({ name, termination }) => [name, termination])).toEqual([
    ['t__1', 'completed'],
    ['t__2', 'infra_error'],
  ])
  expect(unreadable).toMatchObject([{ path: 't__2/result.json', reason: 'not a regular file' }])
  const [trial] = trials
  if (trial === undefined) throw new Error('no trial')
  expect(await scanner.traceSources(trial)).toEqual([])
  expect(await scanner.artifactFiles(trial)).toEqual(['t__1/inside.txt', 't__1/own.txt', 't__1/result.json'])
  for (const directory of ['..', '../secret', '/etc', 'link__1', 't__1/agent']) {
    expect(await scanner.artifactFiles({ ...trial, directory })).toEqual([])
  }
})

it('does not wait for ever on a named pipe in the place of a result', async () => {
  mkdirSync(join(job, 't__1'), { recursive: true })
  execFileSync('mkfifo', [join(job, 't__1', 'result.json')])
  execFileSync('mkfifo', [join(job, 't__1', 'exception.txt')])
  const { unreadable } = await openHarborScanner(job).scan(ended())
  expect(unreadable).toMatchObject([{ path: 't__1/result.json', reason: 'not a regular file' }])
})

it('takes a time without a zone for local time, and a finish before its start for unknown', async () => {
  const trial = await oneTrial({
    started_at: '2026-05-01T10:00:00.123456',
    finished_at: '2026-05-01T09:00:00.5',
    agent_execution: { started_at: '2026-05-01T10:00:00+05:30', finished_at: 'yesterday' },
  })
  expect(trial?.startedAt).toBe(new Date(2026, 4, 1, 10, 0, 0, 123).toISOString())
  expect(trial?.finishedAt).toBeNull()
  expect(trial?.phases).toEqual([{ name: 'agent_execution', startedAt: '2026-05-01T04:30:00.000Z', finishedAt: null }])
})

it('never counts below zero, and reads what is no number as unknown', async () => {
  const trial = await oneTrial({
    agent_result: { n_input_tokens: -5, n_cache_tokens: null, n_output_tokens: 7, cost_usd: 'free' },
    verifier_result: { rewards: { reward: 'high', style: 0.5, flag: true } },
  })
  expect(trial).toMatchObject({ tokens: { input: 0, cachedInput: 0, output: 7 }, costUsd: null, costSource: 'unknown' })
  expect(trial).toMatchObject({ rewards: { style: 0.5 }, reward: 0.5, verdict: 'fail' })
})

it('reads the NaN of Python as no reward', async () => {
  write('t__1/result.json', JSON.stringify(resultOf('t__1')).replace('"reward":1', '"reward": NaN, "note": 1'))
  const { trials } = await openHarborScanner(job).scan(ended())
  expect(trials).toMatchObject([{ rewards: { note: 1 }, verdict: 'pass' }])
})

it('sums a trial in steps, and takes the reward of the last step where the trial has none', async () => {
  const context = { n_input_tokens: 10, n_cache_tokens: 4, n_output_tokens: 1, cost_usd: 0.25 }
  const trial = await oneTrial({
    verifier_result: null,
    step_results: [
      { step_name: 'a', agent_result: context, verifier_result: { rewards: { reward: 1 } } },
      {
        step_name: 'b',
        agent_result: context,
        verifier_result: null,
        exception_info: { exception_type: 'VerifierTimeoutError', exception_message: 'late' },
      },
    ],
  })
  expect(trial).toMatchObject({
    tokens: { input: 20, cachedInput: 8, output: 2 },
    costUsd: 0.5,
    costSource: 'reported',
    verdict: 'none',
    termination: 'verifier_error',
    errorType: 'VerifierTimeoutError',
    errorMessage: 'late',
  })
})

it('keeps keys that it does not know, and only names what is too big', async () => {
  const trial = await oneTrial({
    fork_field: { a: 1 },
    verifier_result: { rewards: { reward: 1 }, statistics: { n: 3 } },
    agent_result: { metadata: { log: 'x'.repeat(300_000) } },
  })
  expect(trial?.raw).toMatchObject({ fork_field: { a: 1 }, verifier_result: { statistics: { n: 3 } } })
  expect(trial?.raw.metadata).toEqual({ omittedChars: 300_010 })
})

it('ignores a job result without a positive total as a whole', async () => {
  write('result.json', { id: 'j', n_total_trials: 0, finished_at: '2026-05-01T10:00:00', stats: { n_errors: 3 } })
  const { plannedTrials, metrics, metadata } = await openHarborScanner(job).scan(ended())
  expect([plannedTrials, metrics, metadata.state]).toEqual([null, {}, 'unknown'])
})

it('counts an imported directory as running only while its files are fresh', async () => {
  write('t__1/config.json', { trial_name: 't__1' })
  write('t__1/agent/claude-code.txt', '{}')
  const scanner = openHarborScanner(job)
  const now = Date.now()
  expect((await scanner.scan({ process: 'unknown', now })).trials).toMatchObject([{ termination: 'running' }])
  const later = now + 31 * 60_000
  expect((await scanner.scan({ process: 'unknown', now: later })).trials).toMatchObject([{ errorType: 'Interrupted' }])
  utimesSync(join(job, 't__1/agent/claude-code.txt'), later / 1000, later / 1000)
  expect((await scanner.scan({ process: 'unknown', now: later })).trials).toMatchObject([{ termination: 'running' }])
})

it('gives a running trial the task name that an ended attempt at the same task has', async () => {
  const lock = { task: { name: 'task', digest: 'sha256:1' } }
  write('task__1/result.json', resultOf('task__1'))
  write('task__1/lock.json', lock)
  write('task__2/lock.json', lock)
  const { trials } = await openHarborScanner(job).scan(alive())
  expect(trials.map(({ task, taskDigest }) => [task, taskDigest])).toEqual([
    ['org/task', 'sha256:1'],
    ['org/task', 'sha256:1'],
  ])
})

it('reads 2,000 ended trials once, and only looks at them afterwards', async () => {
  for (let index = 0; index < 2_000; index++) write(`t__${index}/result.json`, resultOf(`t__${index}`))
  const scanner = openHarborScanner(job)
  expect((await scanner.scan(alive())).trials).toHaveLength(2_000)
  write('t__7/result.json', resultOf('t__7', { verifier_result: { rewards: { reward: 0.5 } } }))
  const again = await scanner.scan(alive())
  expect(again.trials).toMatchObject([{ name: 't__7', reward: 0.5 }])
})
