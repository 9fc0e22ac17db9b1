import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LaunchRequest, segmentName } from '@paddock/domain'
import { type BuildCommand, LaunchRefused } from '../port.ts'
import { agentProblem } from './agents.ts'
import { defaultEditDataset, defaultMaxTasks, tryTimeoutMs } from './defaults.ts'
import { settingArguments, settingProblem } from './launch-settings.ts'
import { editRunnerSettings } from './runner-settings.ts'

/**
 * The `paddock-edit` of a launch. Options are written `--name=value`, so that no value can become an option.
 * @throws LaunchRefused where the runner's settings do not allow what the launch names
 */
export const buildEditCommand: BuildCommand = (request, context) => {
  if (!segmentName.safeParse(context.runName).success) {
    throw new LaunchRefused('name', `"${context.runName}" cannot be the name of a directory`)
  }
  const settings = editRunnerSettings.parse(context.settings)
  const agent = request.agent ?? 'oracle'
  const problem = agentProblem(agent)
  if (problem !== null) throw new LaunchRefused('agent', problem)
  const executable = Object.hasOwn(settings.executables, agent) ? settings.executables[agent] : undefined
  return {
    argv: [
      ...(context.executable ?? [process.execPath, runnerPath()]),
      `--agent=${agent}`,
      ...option('model', request.model),
      `--dataset=${datasetOf(request, settings.datasetRoots)}`,
      `--output=${join(context.jobsDir, context.runName, 'result.json')}`,
      `--max-tasks=${request.tasks ?? defaultMaxTasks}`,
      ...option('tasks', ids('include', request)),
      ...option('exclude', ids('exclude', request)),
      `--task-concurrency=${request.concurrency ?? 4}`,
      `--runs=${request.attempts ?? 1}`,
      ...timeoutOption(request),
      ...option('agent-executable', executable),
      ...checkedSettings(request.settings ?? {}),
    ],
    cwd: context.jobsDir,
    env: request.env ?? {},
  }
}

function runnerPath(): string {
  return join(dirname(fileURLToPath(import.meta.url)), 'runner', 'main.ts')
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`]
}

function ids(field: 'include' | 'exclude', request: LaunchRequest): string | undefined {
  const list = request[field]
  const odd = list?.find((id) => id.includes(','))
  if (odd !== undefined) throw new LaunchRefused(field, `"${odd}" is no task id`)
  return list?.length ? list.join(',') : undefined
}

function datasetOf(request: LaunchRequest, roots: readonly string[]): string {
  const dataset = request.dataset ?? defaultEditDataset
  if (dataset === defaultEditDataset) return dataset
  const path = normalize(dataset)
  const isAllowed = roots.some((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`))
  if (isAllowed) return path
  throw new LaunchRefused('dataset', `this runner's datasetRoots do not contain "${dataset}"`)
}

/** A multiplier applies to the time-out that the settings give, else to the default. */
function timeoutOption(request: LaunchRequest): string[] {
  if (request.timeoutMultiplier === undefined) return []
  if (request.settings?.timeout !== undefined) {
    throw new LaunchRefused('timeoutMultiplier', 'give timeoutMultiplier or the setting timeout, not both')
  }
  return [`--timeout=${Math.round(tryTimeoutMs * request.timeoutMultiplier)}ms`]
}

function checkedSettings(settings: Record<string, string>): string[] {
  for (const [key, value] of Object.entries(settings)) {
    const problem = settingProblem(key, value)
    if (problem !== null) throw new LaunchRefused('settings', `${key}: ${problem}`)
  }
  return settingArguments(settings)
}
