import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { signIn, withOwner } from './support/owner.ts'
import { type Caller, paddockCommand, paddockJson, startPaddockCommand } from './support/paddock-command.ts'
import { type Paddock, startPaddock } from './support/start-paddock.ts'

const naiveReader = join(import.meta.dirname, '..', '..', '..', 'scripts', 'naive-edit-reader.py')

test.describe.configure({ mode: 'serial' })

// What these tests look at in the documents of the commands.
interface Launched {
  id: string
  name: string
  status: string
  experiment: string | null
  arm: string | null
}
interface Trial {
  id: string
  task: string
  attempt: number
  status: string
  supersededAt: string | null
}
interface Output {
  chunks: { text: string }[]
}
interface Trace {
  format: string
  steps: number
  items: unknown[]
}
interface Figures {
  arm: string
  n: number
  attempts: number
  passRate: number
  strict: number
  bounds: [number, number]
}
interface Comparison {
  arm: string
  delta: number
  bothPass: number
  bothFail: number
  onlyReference: number
  onlyArm: number
}
interface Compared<F> {
  reference: string
  arms: F[]
  comparisons: [Comparison]
}
type NaiveFigures = Figures & { tasks: Record<string, { passes: number }> }

let home: string
let paddock: Paddock
let owner: Caller

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paddock-commands-'))
  const keyFile = join(home, 'owner.key')
  paddock = await startPaddock({ dataDir: join(home, 'data'), env: withOwner(keyFile) })
  owner = { url: paddock.url, apiKey: readFileSync(keyFile, 'utf8').trim() }
})
test.afterAll(async () => {
  await paddock?.stop()
  rmSync(home, { recursive: true, force: true })
})

const coin = ['launch', 'edit', '--agent', 'coin:0.6:7']

/** How a command failed, such as `5 UNKNOWN_RUN`; stdout stays empty, and stderr holds one document. */
async function failureOf(words: string[], caller = owner): Promise<string> {
  const { code, stdout, stderr } = await paddockCommand(caller, ...words, '--json')
  expect(stdout).toBe('')
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string; hint: string | null } }
  expect(error.message).toMatch(/\w/)
  return `${code} ${error.code}`
}

/** Exit code and document of a command whose code says how a run ended. */
async function endOf<T>(...words: string[]): Promise<{ code: number | null; document: T }> {
  const { code, stdout } = await paddockCommand(owner, ...words, '--json')
  return { code, document: JSON.parse(stdout) }
}

test('two launches and a comparison, whose numbers are those of the result files', async () => {
  const launchArm = (arm: string, ...words: string[]) => {
    const where = ['--experiment', 'shell.first', '--arm', arm, '--tasks', '20', '--attempts', '2']
    return paddockJson<Launched>(owner, 'launch', 'edit', ...where, ...words, '--wait')
  }
  const oracle = await launchArm('oracle', '--agent', 'oracle', '--role', 'baseline', '--goal', 'by commands alone')
  const chance = await launchArm('chance', '--agent', 'coin:0.6:7')
  expect(oracle).toEqual({
    id: expect.stringMatching(/^r[2-9a-z]{7}$/),
    name: expect.any(String),
    status: 'succeeded',
    experiment: 'shell.first',
    arm: 'oracle',
  })
  const results = await Promise.all(
    [oracle, chance].map(async ({ id, arm }) => {
      const { directory } = await paddockJson<{ directory: string }>(owner, 'run', id)
      return `${arm}=${join(directory, 'result.json')}`
    }),
  )
  const text = execFileSync('python3', [naiveReader, ...results], { encoding: 'utf8' })
  const naive: Compared<NaiveFigures> = JSON.parse(text)
  const compared = await paddockJson<Compared<Figures>>(owner, 'compare', 'shell.first')

  expect(compared.reference).toBe('oracle')
  expect(compared.arms.map(({ arm }) => arm).sort()).toEqual(['chance', 'oracle'])
  for (const figures of compared.arms) {
    const counted = naive.arms.find(({ arm }) => arm === figures.arm)
    expect(counted).toMatchObject({ planned: 40, ended: 40, n: 20, attempts: 40, missing: 0 })
    expect(figures).toMatchObject({ n: 20, attempts: 40, missing: 0, provisional: false })
    expect(figures.passRate).toBeCloseTo(counted?.passRate ?? -1, 12)
    expect(figures.strict).toBeCloseTo(counted?.strict ?? -1, 12)
    for (const side of [0, 1] as const) expect(figures.bounds[side]).toBeCloseTo(counted?.bounds[side] ?? -1, 12)
  }
  const [counted] = naive.comparisons
  const [shown] = compared.comparisons
  const { arm, bothPass, bothFail, onlyReference, onlyArm } = counted
  expect(shown).toMatchObject({ arm, bothPass, bothFail, onlyReference, onlyArm, missing: [] })
  expect(shown.delta).toBeCloseTo(counted.delta, 12)
  expect(shown.delta).toBeLessThan(0)

  const trials = await paddockJson<Trial[]>(owner, 'trials', chance.id)
  expect(new Set(trials.map(({ task, attempt }) => `${task} ${attempt}`)).size).toBe(40)
  for (const [name, { passes }] of Object.entries(naive.arms[1]?.tasks ?? {})) {
    expect(
      trials.filter(({ task, status }) => task === name && status === 'pass'),
      name,
    ).toHaveLength(passes)
  }
})

test('reads what a run left: list, run, output, trials, trace', async () => {
  const filters = ['--experiment', 'shell.first', '--status', 'succeeded']
  const { runs } = await paddockJson<{ runs: Launched[] }>(owner, 'runs', ...filters)
  expect(runs.map(({ arm }) => arm)).toEqual(['chance', 'oracle'])
  const id = runs[0]?.id ?? ''
  expect(await paddockJson(owner, 'run', id)).toMatchObject({
    id,
    status: 'succeeded',
    exitCode: 0,
    epoch: 1,
    trials: { planned: 40, running: 0 },
  })

  const whole = (await paddockJson<Output>(owner, 'logs', id)).chunks.map((chunk) => chunk.text).join('')
  expect(whole.match(/\[trial\]/g)).toHaveLength(40)
  const plain = async (...words: string[]) => (await paddockCommand(owner, 'logs', id, ...words)).stdout
  expect(await plain()).toBe(whole)
  expect(await plain('--follow')).toBe(whole)
  expect(await plain('--tail', '2')).toBe(whole.split('\n').slice(-3).join('\n'))

  const [failed] = await paddockJson<Trial[]>(owner, 'trials', id, '--status', 'fail')
  expect(failed).toMatchObject({
    status: 'fail',
    verdict: 'fail',
    termination: 'completed',
    reward: 0,
    errorType: null,
  })
  for (const field of ['id', 'task', 'attempt', 'rewards', 'costUsd', 'tokens', 'durationMs']) {
    expect(failed).toHaveProperty(field)
  }
  const trace = await paddockJson<Trace>(owner, 'trace', failed?.id ?? '')
  expect(trace).toEqual({ format: 'markdown-conversation', steps: trace.items.length, items: expect.any(Array) })
  expect(trace.steps).toBeGreaterThan(1)
  const second = await paddockJson<Trace>(owner, 'trace', failed?.id ?? '', '--from', '1', '--count', '1')
  expect(second.items).toEqual([trace.items[1]])
})

test('follows the output of a live run to its end, in one document', async () => {
  const slowly = ['--tasks', '4', '--concurrency', '1', '--set', 'delay=500ms']
  const { id, status } = await paddockJson<Launched>(owner, ...coin, ...slowly)
  expect(status).toBe('queued')
  const { child, ended } = startPaddockCommand(owner, ['logs', id, '--follow', '--json'])
  const firstAt = await new Promise<number>((resolve) => child.stdout?.once('data', () => resolve(performance.now())))
  const { code, stdout } = await ended
  expect(code).toBe(0)
  // It came while the run wrote, not at its end.
  expect(performance.now() - firstAt).toBeGreaterThan(500)
  expect(JSON.parse(stdout)).toEqual(await paddockJson(owner, 'logs', id))
  expect(await paddockJson(owner, 'wait', id)).toMatchObject({ id, status: 'succeeded' })
})

test('resumes a cancelled run: from its page, and once more by the command', async ({ page }) => {
  const slowly = ['--tasks', '10', '--concurrency', '1', '--set', 'delay=500ms']
  const { id, name } = await paddockJson<Launched>(owner, 'launch', 'edit', '--agent', 'oracle', ...slowly)
  const cancelAfter = async (trials: number) => {
    const ended = async () => (await paddockJson<Trial[]>(owner, 'trials', id, '--status', 'pass')).length
    await expect.poll(ended).toBeGreaterThanOrEqual(trials)
    await paddockJson(owner, 'cancel', id)
    expect((await endOf('wait', id)).code).toBe(3)
    return ended()
  }
  const first = await cancelAfter(1)

  await signIn(page, paddock.url)
  await page.goto(new URL(`/runs/${id}`, paddock.url).href)
  await page.getByRole('button', { name: 'Resume run' }).click()
  const dialog = page.getByRole('dialog', { name: `Resume ${name}?` })
  await expect(dialog).toContainText('Run again: trials that were interrupted')
  await dialog.getByLabel('Errors to run again').fill('NoSuchError')
  await dialog.getByRole('button', { name: 'Resume run' }).click()
  await expect(dialog).toContainText('trials of edit have no error type "NoSuchError"')
  await dialog.getByLabel('Errors to run again').fill('')
  await dialog.getByRole('button', { name: 'Resume run' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel run' })).toBeVisible()
  expect(await failureOf(['resume', id])).toBe('1 RUN_LIVE')
  const second = await cancelAfter(first + 1)
  await expect(page.getByText('superseded').first()).toBeVisible()

  const again = await paddockJson<Launched>(owner, 'resume', id, '--filter-error-type', 'ProviderFailed')
  expect(again).toMatchObject({ id, name, status: 'queued' })
  expect(await paddockJson(owner, 'wait', id)).toMatchObject({
    status: 'succeeded',
    trials: { planned: 10, passed: 10 },
  })
  const log = (await paddockJson<Output>(owner, 'logs', id)).chunks.map((chunk) => chunk.text).join('')
  expect(log).toContain(`${second} runs kept`)
  expect(log.match(/\[trial\] pass/g)).toHaveLength(10)
  const standing = (await paddockJson<Trial[]>(owner, 'trials', id)).filter((trial) => trial.supersededAt === null)
  expect(standing.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'pass'))
  await paddockJson(owner, 'retry', id)
  expect(await failureOf(['resume', id])).toBe('1 RUN_NOT_TERMINAL')
  expect(await failureOf(['resume', 'rzzzzzzz'])).toMatch(/^5 /)
})

test('experiments and arms', async () => {
  const create = (goal: string) => paddockJson(owner, 'experiment', 'create', 'shell.second', '--goal', goal)
  expect(await create('the goal')).toMatchObject({ created: true })
  expect(await create('another')).toMatchObject({ created: false })
  expect(await paddockJson(owner, 'experiment', 'show', 'shell.second')).toMatchObject({ goal: 'the goal', arms: [] })

  const added = await paddockJson<Launched>(owner, 'arm', 'add', 'shell.first', 'better', '--agent', 'coin:0.9:7')
  expect(added).toMatchObject({ experiment: 'shell.first', arm: 'better' })
  expect(await paddockJson(owner, 'wait', added.id, '--timeout', '2m')).toMatchObject({
    status: 'succeeded',
    trials: { planned: 40 },
  })
  const shown = await paddockJson<{ arms: { name: string }[] }>(owner, 'experiment', 'show', 'shell.first')
  expect(shown.arms.map(({ name }) => name).sort()).toEqual(['better', 'chance', 'oracle'])
  expect(await paddockJson(owner, 'experiments', '--q', 'shell.first')).toMatchObject({
    experiments: [{ id: 'shell.first', goal: 'by commands alone' }],
  })
  expect(await failureOf(['arm', 'add', 'shell.first', 'better'])).toMatch(/^1 /)
})

test('the fleet, what it offers, who asks, and keys', async () => {
  expect(await paddockJson(owner, 'whoami')).toMatchObject({ email: 'ada@example.org', role: 'owner' })
  expect(await paddockJson(owner, 'runners')).toMatchObject([{ state: 'ready', runs: [] }])
  const benchmarks = await paddockJson<{ id: string }[]>(owner, 'benchmarks')
  expect(benchmarks.find(({ id }) => id === 'edit')).toMatchObject({ runners: [{ available: true }] })

  const words = ['--name', 'reader', '--role', 'viewer', '--expires', '30d']
  const created = await paddockJson<{ key: string; role: string }>(owner, 'keys', 'create', ...words)
  expect(created.role).toBe('viewer')
  const viewer = { url: owner.url, apiKey: created.key }
  expect(await paddockJson(viewer, 'whoami')).toMatchObject({ role: 'viewer' })
  expect(await failureOf([...coin, '--tasks', '1'], viewer)).toMatch(/^6 /)
  expect(await failureOf(['runs'], { ...owner, apiKey: `${owner.apiKey}x` })).toMatch(/^6 /)
})

test('doctor looks at this host, and at the database of npm start', async () => {
  const words = ['doctor', '--config', join(home, 'data', 'runner.yaml')]
  const { code, document } = await endOf<{ checks: { name: string; result: string }[] }>(...words)
  const resultOf = (wanted: string) => document.checks.find(({ name }) => name === wanted)?.result
  for (const name of ['configuration', 'database', 'stateDir', 'jobsDir', 'blobDir', 'benchmark edit']) {
    expect(resultOf(name), name).toBe('ok')
  }
  expect(code).toBe(document.checks.some(({ result }) => result === 'fail') ? 1 : 0)
})

test('the exit code says how it ended', async () => {
  const slow = await paddockJson<Launched>(owner, ...coin, '--tasks', '4', '--set', 'delay=60s')
  const late = await endOf<Launched>('wait', slow.id, '--timeout', '1s')
  expect([late.code, late.document.id]).toEqual([124, slow.id])
  expect(await paddockJson(owner, 'cancel', slow.id, '--reason', 'enough')).toMatchObject([{ id: slow.id }])
  const cancelled = await endOf<Launched>('wait', slow.id)
  expect([cancelled.code, cancelled.document.status]).toEqual([3, 'cancelled'])
  const limits = ['--tasks', '1', '--set', 'delay=60s', '--timeout', '1s']
  const overTime = await endOf<Launched>(...coin, ...limits, '--wait')
  expect([overTime.code, overTime.document.status]).toEqual([1, 'failed'])
  const both = await endOf<Launched[]>('wait', slow.id, overTime.document.id)
  expect([both.code, both.document.map(({ status }) => status)]).toEqual([3, ['cancelled', 'failed']])

  const failures: [words: string[], failure: RegExp][] = [
    [['launch', 'edit', '--agent', 'coin:2:7'], /^2 /],
    [['launch', 'edit', '--tasks', 'all'], /^2 USAGE/],
    [['run', 'rzzzzzzz'], /^5 /],
    [['trace', 'tzzzzzzzzzz'], /^5 /],
    [['compare', 'shell.none'], /^5 /],
    [['runs', '--url', 'http://127.0.0.1:9'], /^7 UNREACHABLE/],
  ]
  for (const [words, failure] of failures) expect(await failureOf(words)).toMatch(failure)

  const { runs } = await paddockJson<{ runs: Launched[] }>(owner, 'runs', '--experiment', 'shell.first')
  const chance = runs.find(({ arm }) => arm === 'chance')
  const below = await endOf<Launched>('wait', chance?.id ?? '', '--fail-under', '1')
  expect([below.code, below.document.id]).toEqual([1, chance?.id])
})
