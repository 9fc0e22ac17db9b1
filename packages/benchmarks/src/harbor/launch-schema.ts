import { type LaunchRequest, launchRequest } from '@paddock/domain'
import type { z } from 'zod'
import { agentNeedsModel } from './agents.ts'
import { datasetSource, defaultDataset } from './datasets.ts'
import { settingProblem } from './launch-settings.ts'

export const launchFields = [
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
  'environment',
  'thinking',
  'agentArgs',
  'env',
  'extraArgs',
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

const honoured: ReadonlySet<string> = new Set(launchFields)
const agentName = /^(acp:)?[A-Za-z0-9][A-Za-z0-9_.@-]*$|^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_]\w*$/
const environmentName = /^[A-Za-z0-9][A-Za-z0-9_-]*$|^[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_]\w*$/
const agentArgument = /^[A-Za-z_]\w*=/

/** Several models are separated by commas; each runs every task. */
export function modelsOf(request: LaunchRequest): string[] {
  return request.model?.split(',').map((model) => model.trim()) ?? []
}

/** The launch request of Harbor: what it cannot honour is refused by name, and its defaults are filled in. */
export const harborLaunchSchema: z.ZodType<LaunchRequest, LaunchRequest> = launchRequest
  .transform((request) => ({
    ...request,
    dataset: request.dataset ?? defaultDataset,
    agent: request.agent ?? 'claude-code',
    attempts: request.attempts ?? 1,
    concurrency: request.concurrency ?? 4,
  }))
  .superRefine((request, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [field, value] of Object.entries(request)) {
      if (value !== undefined && !honoured.has(field)) refuse([field], `Harbor does not know "${field}"`)
    }
    if (datasetSource(request.dataset) === null) {
      refuse(['dataset'], 'use name@version, org/name@ref, an absolute path, or https://host/org/repo#dataset')
    }
    if (!agentName.test(request.agent)) refuse(['agent'], 'use a name of Harbor, acp:name@version, or module:Class')
    if (request.model === undefined && agentNeedsModel(request.agent)) {
      refuse(['model'], `the agent "${request.agent}" needs a model, such as anthropic/claude-sonnet-4-6`)
    }
    if (modelsOf(request).some((model) => model === '' || model.startsWith('-'))) {
      refuse(['model'], 'separate several models by single commas')
    }
    if (request.environment !== undefined && !environmentName.test(request.environment)) {
      refuse(['environment'], 'use a name of Harbor, "local", or module:Class')
    }
    for (const argument of request.agentArgs ?? []) {
      if (!agentArgument.test(argument)) refuse(['agentArgs'], `"${argument}" is not of the form name=value`)
    }
    for (const [key, value] of Object.entries(request.settings ?? {})) {
      const problem = settingProblem(key, value)
      if (problem !== null) refuse(['settings', key], problem)
    }
  })
