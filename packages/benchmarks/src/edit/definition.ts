import { agentDefinitions } from '@paddock/agents/definition'
import type { LaunchRequest } from '@paddock/domain'
import type { BenchmarkDefinition } from '../port.ts'
import { editAgents } from './agents.ts'
import { typescriptEditIds } from './dataset/typescript-edit-ids.ts'
import { defaultEditDataset } from './defaults.ts'
import { editErrorTypes } from './error-types.ts'
import { bundledTasks, editFields, editLaunchSchema } from './launch-schema.ts'

export const editDefinition: BenchmarkDefinition = {
  id: 'edit',
  title: 'TypeScript edit',
  description: 'Can an agent undo a small mechanical mutation in TypeScript files? Needs no container.',
  program: 'paddock-edit',
  defaultDataset: defaultEditDataset,
  datasets: [{ id: defaultEditDataset, title: 'TypeScript edit (bundled)', tasks: typescriptEditIds.length }],
  agents: editAgents,
  defaultAgent: 'oracle',
  hostAgents: Object.keys(agentDefinitions),
  metrics: [
    { key: 'taskSuccessRate', label: 'Task success rate', format: 'percent', direction: 'higher' },
    { key: 'editSuccessRate', label: 'Edit success rate', format: 'percent', direction: 'higher' },
  ],
  fields: editFields,
  launchSchema: editLaunchSchema,
  // A second start goes on where the output ended, but on another host it would pay for everything again.
  defaults: { attempts: 1, concurrency: 4, weight: 1, cancelGraceMs: 10_000, idempotent: false },
  resume: {
    errorTypes: Object.values(editErrorTypes),
    runsAgain:
      'trials that were interrupted, that ended without a verdict (provider, credentials, missing agent, verifier), and those that never ran',
  },
  plannedTrials,
}

function plannedTrials(request: LaunchRequest): number | null {
  if ((request.dataset ?? defaultEditDataset) !== defaultEditDataset) return null
  return bundledTasks(request) * (request.attempts ?? 1)
}
