import { type LaunchRequest, launchRequest } from '@paddock/domain'
import type { z } from 'zod'
import { agentProblem, isScripted } from './agents.ts'
import { typescriptEditIds } from './dataset/typescript-edit-ids.ts'
import { defaultEditDataset, defaultMaxTasks } from './defaults.ts'
import { settingProblem } from './launch-settings.ts'

export const editFields = [
  'benchmark',
  'dataset',
  'model',
  'agent',
  'tasks',
  'include',
  'exclude',
  'concurrency',
  'attempts',
  'timeoutMultiplier',
  'env',
  'settings',
  'name',
  'experiment',
  'arm',
  'role',
  'note',
  'goal',
  'priority',
  'weight',
  'labels',
  'budgetUsd',
  'timeoutMs',
  'idleTimeoutMs',
  'maxRetries',
  'maxQueueAgeMs',
  'idempotent',
] as const satisfies readonly (keyof LaunchRequest)[]

const honoured: ReadonlySet<string> = new Set(editFields)
const bundledIds: ReadonlySet<string> = new Set(typescriptEditIds)

/** Variables by which a child would run code that is not on the runner. */
const loaderVariable = /^(PATH|HOME|SHELL|BASH_ENV|ENV|NODE_.*|LD_.*|DYLD_.*|PADDOCK_.*|DATABASE_URL)$/i

/** The launch request of the edit benchmark: what it cannot honour is refused by name, its defaults are filled in. */
export const editLaunchSchema: z.ZodType<LaunchRequest, LaunchRequest> = launchRequest
  .transform((request) => ({
    ...request,
    dataset: request.dataset ?? defaultEditDataset,
    agent: request.agent ?? 'oracle',
    tasks: request.tasks ?? request.include?.length ?? defaultMaxTasks,
    attempts: request.attempts ?? 1,
    concurrency: request.concurrency ?? 4,
  }))
  .superRefine((request, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [field, value] of Object.entries(request)) {
      if (value !== undefined && !honoured.has(field)) {
        refuse([field], `the edit benchmark has no use for "${field}": leave it out`)
      }
    }
    if (request.benchmark !== 'edit') refuse(['benchmark'], `this is the edit benchmark, not "${request.benchmark}"`)
    if (request.dataset !== defaultEditDataset && !/^\/[^\0]*$/.test(request.dataset)) {
      refuse(['dataset'], `use ${defaultEditDataset}, or the absolute path of a directory that the runner allows`)
    }
    const problem = agentProblem(request.agent)
    if (problem !== null) refuse(['agent'], problem)
    else if (request.model === undefined && !isScripted(request.agent)) {
      refuse(['model'], `the agent "${request.agent}" needs a model`)
    }
    for (const field of ['include', 'exclude'] as const) {
      request[field]?.forEach((id, index) => {
        if (id.includes(',')) refuse([field, index], `"${id}" is no task id: give ids one by one`)
        else if (request.dataset === defaultEditDataset && !bundledIds.has(id)) {
          refuse([field, index], `${defaultEditDataset} has no task "${id}"`)
        }
      })
    }
    if (request.dataset === defaultEditDataset && bundledTasks(request) === 0) {
      refuse(['exclude'], 'no task is left: exclude fewer')
    }
    for (const [key, value] of Object.entries(request.settings ?? {})) {
      const wrong = settingProblem(key, value)
      if (wrong !== null) refuse(['settings', key], wrong)
    }
    for (const name of Object.keys(request.env ?? {})) {
      if (loaderVariable.test(name)) refuse(['env', name], `"${name}" may not be set by a launch`)
    }
  })

/** How many tasks of the bundled dataset the request takes. */
export function bundledTasks(request: LaunchRequest): number {
  const included = request.include?.length ? new Set(request.include) : bundledIds
  const excluded = new Set(request.exclude)
  const left = [...included].filter((id) => !excluded.has(id)).length
  return Math.min(left, request.tasks ?? defaultMaxTasks)
}
