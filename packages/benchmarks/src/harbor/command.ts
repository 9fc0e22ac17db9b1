import { type LaunchRequest, segmentName } from '@paddock/domain'
import { type Command, type CommandContext, LaunchRefused } from '../port.ts'
import { isImportPath } from './agents.ts'
import { localEnvironmentClass, localEnvironmentDirectory, sampleTasksDirectory } from './bundled.ts'
import { datasetSource, defaultDataset, sampleDataset } from './datasets.ts'
import { modelsOf } from './launch-schema.ts'
import { settingArguments, settingProblem } from './launch-settings.ts'
import { type HarborRunnerSettings, harborRunnerSettings } from './runner-settings.ts'

const localCancelGraceMs = 10_000

/** Names of the child's variables that carry what `--ae` refers to, so that no value stands in argv. */
const agentEnvironmentPrefix = 'PADDOCK_AGENT_ENV_'

/** Where Harbor keeps its mounted logs only when asked to, which a live view needs. */
const mountingEnvironments = new Set(['docker', 'podman'])

/**
 * The `harbor run` of a launch. Without `-y` Harbor would ask on stdin, and without `HARBOR_TELEMETRY=0` report home.
 * @throws LaunchRefused where the runner's settings do not allow what the launch names
 */
export function buildHarborCommand(request: LaunchRequest, context: CommandContext): Command {
  if (!segmentName.safeParse(context.runName).success) {
    throw new LaunchRefused('name', `"${context.runName}" cannot be the name of a directory`)
  }
  const settings = harborRunnerSettings.parse(context.settings)
  const environment = request.environment ?? (request.dataset === sampleDataset ? 'local' : 'docker')
  const argv = [
    ...(context.executable ?? ['harbor']),
    'run',
    '-y',
    '-q',
    '-o',
    context.jobsDir,
    '--job-name',
    value('name', context.runName),
    ...datasetArguments(request.dataset ?? defaultDataset, settings),
    ...agentArguments(request, settings),
    ...environmentArguments(request, environment, settings),
    ...sampleArguments(request),
    ...Object.keys(request.env ?? {}).flatMap((name) => ['--ae', `${name}=\${${agentEnvironmentPrefix}${name}}`]),
    ...checkedSettings(request.settings ?? {}),
    ...extraArguments(request, settings),
  ]
  return {
    argv,
    cwd: context.jobsDir,
    env: {
      HARBOR_TELEMETRY: '0',
      PYTHONPATH: [localEnvironmentDirectory, ...settings.pythonPath].join(':'),
      ...Object.fromEntries(
        Object.entries(request.env ?? {}).map(([name, given]) => [agentEnvironmentPrefix + name, given]),
      ),
    },
    ...(environment === 'local' ? { cancelGraceMs: localCancelGraceMs } : {}),
  }
}

function datasetArguments(dataset: string, settings: HarborRunnerSettings): string[] {
  const source = datasetSource(value('dataset', dataset))
  switch (source?.kind) {
    case undefined:
      throw new LaunchRefused('dataset', `"${dataset}" is no dataset that Harbor could be given`)
    case 'samples':
      return ['-p', sampleTasksDirectory]
    case 'registry':
      return ['-d', source.name]
    case 'directory':
      if (settings.datasetRoots.some((root) => isWithin(source.path, root))) return ['-p', source.path]
      throw new LaunchRefused('dataset', `this runner's datasetRoots do not contain "${source.path}"`)
    case 'git':
      if (settings.gitSources.some((prefix) => source.repository.startsWith(prefix))) {
        return ['--repo', source.repository, ...(source.name === null ? [] : ['-d', source.name])]
      }
      throw new LaunchRefused('dataset', `this runner's gitSources do not contain "${source.repository}"`)
  }
}

function agentArguments(request: LaunchRequest, settings: HarborRunnerSettings): string[] {
  const agent = value('agent', request.agent ?? 'claude-code')
  if (isImportPath(agent)) mustBeAllowed('agent', agent, settings)
  const kwargs = [...(request.agentArgs ?? [])]
  if (request.thinking !== undefined) kwargs.unshift(`reasoning_effort=${request.thinking}`)
  return [
    '-a',
    agent,
    ...modelsOf(request).flatMap((model) => ['-m', value('model', model)]),
    ...kwargs.flatMap((kwarg) => ['--ak', value('agentArgs', kwarg)]),
  ]
}

function environmentArguments(request: LaunchRequest, environment: string, settings: HarborRunnerSettings): string[] {
  if (environment === 'local') {
    const scripted = request.agent === 'oracle' || request.agent === 'nop'
    if (!settings.localEnvironment && !(scripted && request.dataset === sampleDataset)) {
      throw new LaunchRefused(
        'environment',
        'this runner runs only the samples with oracle or nop as plain processes (localEnvironment is off)',
      )
    }
    return ['-e', localEnvironmentClass]
  }
  if (isImportPath(environment)) mustBeAllowed('environment', environment, settings)
  const mounting = mountingEnvironments.has(environment) ? ['--ek', 'auto_mounting=true'] : []
  return ['-e', value('environment', environment), ...mounting]
}

function sampleArguments(request: LaunchRequest): string[] {
  const argv: string[] = []
  for (const glob of request.include ?? []) argv.push('-i', value('include', glob))
  for (const glob of request.exclude ?? []) argv.push('-x', value('exclude', glob))
  if (request.tasks !== undefined) argv.push('-l', String(request.tasks))
  argv.push('-k', String(request.attempts ?? 1), '-n', String(request.concurrency ?? 4))
  if (request.timeoutMultiplier !== undefined) argv.push('--timeout-multiplier', String(request.timeoutMultiplier))
  if (request.maxRetries !== undefined) argv.push('-r', String(request.maxRetries))
  return argv
}

function checkedSettings(settings: Record<string, string>): string[] {
  for (const [key, given] of Object.entries(settings)) {
    const problem = settingProblem(key, given)
    if (problem !== null) throw new LaunchRefused('settings', `${key}: ${problem}`)
  }
  return settingArguments(settings)
}

function extraArguments(request: LaunchRequest, settings: HarborRunnerSettings): string[] {
  const extra = request.extraArgs ?? []
  if (extra.length > 0 && !settings.extraArgs) {
    throw new LaunchRefused('extraArgs', 'this runner does not pass extra arguments to Harbor (extraArgs is off)')
  }
  return extra
}

function mustBeAllowed(field: 'agent' | 'environment', path: string, settings: HarborRunnerSettings): void {
  if (settings.importPaths.includes(path)) return
  throw new LaunchRefused(field, `this runner's importPaths do not contain "${path}"`)
}

/** A text that stands as an option's value, and must not become an option itself. */
function value(field: keyof LaunchRequest, text: string): string {
  if (text.startsWith('-')) throw new LaunchRefused(field, `"${text}" must not begin with "-"`)
  return text
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
}
