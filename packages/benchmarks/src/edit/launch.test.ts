import { existsSync } from 'node:fs'
import type { LaunchRequest } from '@paddock/domain'
import { expect, test } from 'vitest'
import { benchmarkDefinitions } from '../definitions.ts'
import { type CommandContext, LaunchRefused } from '../port.ts'
import { buildEditCommand } from './command.ts'
import { editDefinition } from './definition.ts'

const context: CommandContext = { runId: 'r1', epoch: 1, runName: 'a-run', jobsDir: '/jobs', settings: {} }
const parse = (request: object) => editDefinition.launchSchema.safeParse({ benchmark: 'edit', ...request })
const problems = (request: object) => {
  const parsed = parse(request)
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

test('the registry holds it under its id', () => {
  expect(benchmarkDefinitions.edit).toBe(editDefinition)
})

test('defaults are filled in', () => {
  expect(parse({}).data).toMatchObject({
    dataset: 'typescript-edit',
    agent: 'oracle',
    tasks: 80,
    attempts: 1,
    concurrency: 4,
  })
})

test.each([
  [{ prewalk: {} }, 'prewalk: the edit benchmark has no use for "prewalk": leave it out'],
  [{ environment: 'docker' }, 'environment: the edit benchmark has no use for "environment": leave it out'],
  [{ extraArgs: ['--x'] }, 'extraArgs: the edit benchmark has no use for "extraArgs": leave it out'],
  [{ agent: 'nobody' }, 'agent: there is no agent "nobody"'],
  [{ agent: 'coin' }, 'agent: "coin" is no coin: write coin:<p>:<seed> with p from 0 to 1, such as coin:0.6:1'],
  [{ agent: 'coin:1.5:1' }, 'agent: "coin:1.5:1" is no coin'],
  [{ agent: 'claude' }, 'model: the agent "claude" needs a model'],
  [{ agent: 'constructor' }, 'agent: there is no agent "constructor"'],
  [{ include: ['nothing'] }, 'include.0: typescript-edit has no task "nothing"'],
  [{ dataset: 'other' }, 'dataset: use typescript-edit, or the absolute path'],
  [{ settings: { speed: '1' } }, 'settings.speed: there is no setting "speed": the edit benchmark has delay'],
  [{ settings: { delay: 'soon' } }, 'settings.delay: must be a duration'],
  [{ env: { NODE_OPTIONS: '--require x' } }, 'env.NODE_OPTIONS: "NODE_OPTIONS" may not be set by a launch'],
  [{ attempts: 0 }, 'attempts: '],
  [{ surprise: 1 }, 'surprise'],
])('%j is refused by name', (request, says) => {
  expect(problems(request).join('\n')).toContain(says)
})

test.each([
  [{}, 80],
  [{ tasks: 20, attempts: 3 }, 60],
  [{ tasks: 1_000 }, editDefinition.datasets[0]?.tasks],
  [{ include: ['combo-net-1', 'combo-net-1', 'combo-text-1'], attempts: 2 }, 4],
  [{ include: ['combo-net-1', 'combo-text-1'], exclude: ['combo-net-1'] }, 1],
  [{ dataset: '/somewhere' }, null],
])('%j plans %j trials', (request, planned) => {
  const parsed = parse(request)
  if (!parsed.success) throw parsed.error
  expect(editDefinition.plannedTrials(parsed.data)).toBe(planned)
})

test('the command is node and the runner, every value bound to its option', () => {
  const request: LaunchRequest = {
    benchmark: 'edit',
    agent: 'coin:0.6:7',
    tasks: 20,
    include: ['combo-net-1', 'combo-text-1'],
    attempts: 2,
    concurrency: 3,
    timeoutMultiplier: 1.5,
    settings: { delay: '5s', seed: 'x' },
    env: { ANTHROPIC_API_KEY: { secret: 'KEY' } },
  }
  const command = buildEditCommand(request, context)
  const [node, main, ...options] = command.argv
  expect(node).toBe(process.execPath)
  expect(existsSync(main ?? '')).toBe(true)
  expect(options).toEqual([
    '--agent=coin:0.6:7',
    '--dataset=typescript-edit',
    '--output=/jobs/a-run/result.json',
    '--max-tasks=20',
    '--tasks=combo-net-1,combo-text-1',
    '--task-concurrency=3',
    '--runs=2',
    '--timeout=180000ms',
    '--delay=5s',
    '--seed=x',
  ])
  expect(command.cwd).toBe('/jobs')
  expect(command.env).toEqual({ ANTHROPIC_API_KEY: { secret: 'KEY' } })
})

test('what the runner does not allow is refused, naming the field', () => {
  const build = (request: Partial<LaunchRequest>, settings: Record<string, unknown> = {}, runName = 'a-run') =>
    buildEditCommand({ benchmark: 'edit', ...request }, { ...context, settings, runName })
  const allowed = { datasetRoots: ['/data/edit'] }
  expect(build({ dataset: '/data/edit/mine' }, allowed).argv).toContain('--dataset=/data/edit/mine')
  for (const dataset of ['/etc', '/data/edit/../../etc', '/data/editor']) {
    expect(() => build({ dataset }, allowed), dataset).toThrow(LaunchRefused)
  }
  for (const name of ['..', 'a/b', '', '.']) expect(() => build({}, {}, name), name).toThrow(LaunchRefused)
  expect(() => build({ agent: '--help' })).toThrow(LaunchRefused)
  expect(() => build({ settings: { delay: '1 --agent=oracle' } })).toThrow(LaunchRefused)
})

test('a configured program is used for its agent only', () => {
  const settings = { executables: { claude: '/opt/claude' } }
  const build = (agent: string) => buildEditCommand({ benchmark: 'edit', agent, model: 'm' }, { ...context, settings })
  expect(build('claude').argv).toContain('--agent-executable=/opt/claude')
  expect(build('codex').argv.join(' ')).not.toContain('/opt/claude')
})
