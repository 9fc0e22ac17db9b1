import type { LaunchRequest } from '@paddock/domain'
import type { BenchmarkDefinition } from '../port.ts'
import { harborAgents } from './agents.ts'
import { defaultDataset, sampleDataset, sampleTaskCount } from './datasets.ts'
import { harborLaunchSchema, launchFields, modelsOf } from './launch-schema.ts'

const dockerCancelGraceMs = 60_000

export const harborDefinition: BenchmarkDefinition = {
  id: 'harbor',
  title: 'Harbor',
  description: 'Agents on containerised tasks such as Terminal-Bench, run and graded by the Harbor framework.',
  program: 'harbor',
  defaultDataset,
  datasets: [
    { id: defaultDataset, title: 'Terminal-Bench 2.0', tasks: 89 },
    { id: sampleDataset, title: 'Samples that come with Paddock (no container, no key)', tasks: sampleTaskCount },
  ],
  agents: harborAgents,
  defaultAgent: 'claude-code',
  metrics: [
    { key: 'meanReward', label: 'Mean reward (Harbor)', format: 'number', direction: 'higher' },
    { key: 'erroredTrials', label: 'Trials with an exception', format: 'count', direction: 'lower' },
    { key: 'retries', label: 'Trials tried again', format: 'count', direction: 'lower' },
  ],
  fields: launchFields,
  launchSchema: harborLaunchSchema,
  defaults: { attempts: 1, concurrency: 4, weight: 1, cancelGraceMs: dockerCancelGraceMs, idempotent: false },
  resume: {
    errorTypes: null,
    runsAgain: 'trials that ended with an exception, that were cancelled or interrupted, and those that never ran',
  },
  plannedTrials,
}

function plannedTrials(request: LaunchRequest): number | null {
  if (request.dataset !== sampleDataset || request.include?.length || request.exclude?.length) return null
  const tasks = Math.min(sampleTaskCount, request.tasks ?? sampleTaskCount)
  return tasks * (request.attempts ?? 1) * Math.max(1, modelsOf(request).length)
}
