import type { LaunchRequest } from '@paddock/domain'
import { describe, expect, it } from 'vitest'
import { type CommandContext, LaunchRefused } from '../port.ts'
import { buildHarborCommand } from './command.ts'
import { harborDefinition } from './definition.ts'

const context: CommandContext = {
  runId: 'r2345678',
  epoch: 1,
  runName: 'exp-arm',
  jobsDir: '/srv/jobs',
  settings: {},
}

function launch(request: Partial<LaunchRequest>): LaunchRequest {
  return harborDefinition.launchSchema.parse({ benchmark: 'harbor', model: 'anthropic/claude-sonnet-4-6', ...request })
}

function build(request: Partial<LaunchRequest>, settings: Record<string, unknown> = {}) {
  return buildHarborCommand(launch(request), { ...context, settings })
}

/** Every value that stands after an option. */
function valuesOf(argv: string[], option: string): string[] {
  return argv.flatMap((argument, index) => (argument === option ? [argv[index + 1] ?? ''] : []))
}

describe('a launch becomes harbor run', () => {
  it('fills in the defaults, and never lets Harbor ask or report home', () => {
    const { argv, cwd, env, cancelGraceMs } = build({})
    expect(argv.join(' ')).toBe(
      'harbor run -y -q -o /srv/jobs --job-name exp-arm -d terminal-bench@2.0 -a claude-code ' +
        '-m anthropic/claude-sonnet-4-6 -e docker --ek auto_mounting=true -k 1 -n 4',
    )
    expect([cwd, env.HARBOR_TELEMETRY, cancelGraceMs]).toEqual(['/srv/jobs', '0', undefined])
  })

  it('passes every field that it honours', () => {
    const { argv } = build({
      dataset: 'org/swe@head',
      agent: 'codex',
      model: 'openai/a, openai/b',
      tasks: 7,
      include: ['x*', 'y'],
      exclude: ['z'],
      concurrency: 9,
      attempts: 3,
      timeoutMultiplier: 1.5,
      environment: 'daytona',
      thinking: 'high',
      agentArgs: ['version=1.2', 'flag=true'],
      maxRetries: 2,
      settings: { 'agent-timeout-multiplier': '2', 'retry-include': 'A,B', 'force-build': 'true' },
    })
    expect(valuesOf(argv, '-d')).toEqual(['org/swe@head'])
    expect(valuesOf(argv, '-m')).toEqual(['openai/a', 'openai/b'])
    expect(valuesOf(argv, '-i')).toEqual(['x*', 'y'])
    expect(valuesOf(argv, '-x')).toEqual(['z'])
    expect(valuesOf(argv, '--ak')).toEqual(['reasoning_effort=high', 'version=1.2', 'flag=true'])
    expect(valuesOf(argv, '--retry-include')).toEqual(['A', 'B'])
    expect(argv.join(' ')).toContain('-e daytona -i')
    expect(argv.join(' ')).toContain('-l 7 -k 3 -n 9 --timeout-multiplier 1.5 -r 2')
    expect(argv.join(' ')).toContain('--agent-timeout-multiplier 2')
    expect(argv).toContain('--force-build')
  })

  it('puts no value of an environment into argv, secret or not', () => {
    const { argv, env } = build({ env: { ANTHROPIC_API_KEY: { secret: 'TEAM_KEY' }, MODE: 'plain-text-value' } })
    expect(valuesOf(argv, '--ae')).toEqual([
      'ANTHROPIC_API_KEY=${PADDOCK_AGENT_ENV_ANTHROPIC_API_KEY}',
      'MODE=${PADDOCK_AGENT_ENV_MODE}',
    ])
    expect(argv.join(' ')).not.toMatch(/TEAM_KEY|plain-text-value/)
    expect(env).toMatchObject({
      PADDOCK_AGENT_ENV_ANTHROPIC_API_KEY: { secret: 'TEAM_KEY' },
      PADDOCK_AGENT_ENV_MODE: 'plain-text-value',
    })
  })

  it("cannot change Harbor's own process by an environment variable of the agent", () => {
    const { env } = build({ env: { PATH: '/evil', PYTHONPATH: '/evil', HARBOR_TELEMETRY: '1' } })
    expect([env.PATH, env.HARBOR_TELEMETRY]).toEqual([undefined, '0'])
    expect(env.PYTHONPATH).not.toContain('/evil')
  })

  it('runs the samples as plain processes, with a short grace', () => {
    const { argv, env, cancelGraceMs } = build({ dataset: 'paddock-samples', agent: 'oracle' })
    expect(valuesOf(argv, '-e')).toEqual(['paddock_local:LocalProcessEnvironment'])
    expect(valuesOf(argv, '-p')[0]).toMatch(/harbor\/tasks\/paddock-samples$/)
    expect(env.PYTHONPATH).toMatch(/harbor\/environment$/)
    expect(cancelGraceMs).toBe(10_000)
  })

  it.each(['-x', '..', 'a/b', ''])('refuses %o as the name of a run', (runName) => {
    expect(() => buildHarborCommand(launch({}), { ...context, runName })).toThrow(LaunchRefused)
  })

  it("uses the runner's executable", () => {
    const { argv } = buildHarborCommand(launch({}), { ...context, executable: ['/opt/h/bin/python', '-m', 'harbor'] })
    expect(argv.slice(0, 4)).toEqual(['/opt/h/bin/python', '-m', 'harbor', 'run'])
  })
})

describe('what brings code or paths onto the runner needs the runner to allow it', () => {
  const refused = (request: Partial<LaunchRequest>, settings = {}) => {
    try {
      build(request, settings)
    } catch (error) {
      return error instanceof LaunchRefused ? error.field : error
    }
    return 'allowed'
  }

  it.each<[string, Partial<LaunchRequest>, Record<string, unknown>]>([
    ['extraArgs', { extraArgs: ['--debug'] }, { extraArgs: true }],
    ['agent', { agent: 'mine.mod:Agent' }, { importPaths: ['mine.mod:Agent'] }],
    ['environment', { environment: 'mine.mod:Env' }, { importPaths: ['mine.mod:Env'] }],
    ['environment', { environment: 'local' }, { localEnvironment: true }],
    ['environment', { environment: 'local', dataset: 'paddock-samples' }, { localEnvironment: true }],
    ['dataset', { dataset: '/srv/tasks/a' }, { datasetRoots: ['/srv/tasks'] }],
    ['dataset', { dataset: 'https://github.com/o/r@v1#d' }, { gitSources: ['https://github.com/o/'] }],
  ])('%s: %o', (field, request, settings) => {
    expect(refused(request)).toBe(field)
    expect(refused(request, settings)).toBe('allowed')
  })

  it('does not take a sibling for a directory below a root', () => {
    expect(refused({ dataset: '/srv/tasks-evil' }, { datasetRoots: ['/srv/tasks'] })).toBe('dataset')
  })
})

describe('what the schema refuses, by name', () => {
  it.each<[string, Record<string, unknown>]>([
    ['dataset', { dataset: '--config=/etc/passwd' }],
    ['dataset', { dataset: '-x' }],
    ['dataset', { dataset: '/srv/tasks/../../etc' }],
    ['dataset', { dataset: './relative' }],
    ['dataset', { dataset: 'ext::sh -c id' }],
    ['dataset', { dataset: 'https://user:pass@github.com/o/r' }],
    ['dataset', { dataset: 'https://github.com/o/../evil/r' }],
    ['agent', { agent: '-a' }],
    ['agent', { agent: 'two words' }],
    ['model', { model: 'a,--upload' }],
    ['model', { model: 'a,,b' }],
    ['model', { model: undefined }],
    ['include', { include: ['-x'] }],
    ['agentArgs', { agentArgs: ['--upload'] }],
    ['environment', { environment: '--env' }],
    ['settings', { settings: { upload: 'true' } }],
    ['settings', { settings: { 'override-cpus': '-1' } }],
    ['settings', { settings: { 'retry-include': 'A,--upload' } }],
    ['conditions', { conditions: ['a'] }],
    ['webSearch', { webSearch: true }],
    ['prewalk', { prewalk: {} }],
  ])('%s: %o', (field, request) => {
    const given = { benchmark: 'harbor', model: 'anthropic/claude-sonnet-4-6', ...request }
    const result = harborDefinition.launchSchema.safeParse(given)
    expect(result.error?.issues.map(({ path }) => path[0])).toContain(field)
  })

  it('asks for no model where the agent needs none', () => {
    for (const agent of ['oracle', 'nop', 'mine.mod:Agent']) {
      expect(harborDefinition.launchSchema.safeParse({ benchmark: 'harbor', agent }).success).toBe(true)
    }
  })

  it('plans the trials of the samples, and none that only the disk knows', () => {
    const planned = (request: Partial<LaunchRequest>) => harborDefinition.plannedTrials(launch(request))
    expect(planned({ dataset: 'paddock-samples', attempts: 2 })).toBe(12)
    expect(planned({ dataset: 'paddock-samples', tasks: 2 })).toBe(2)
    expect(planned({ dataset: 'paddock-samples', include: ['w*'] })).toBeNull()
    expect(planned({})).toBeNull()
  })
})
