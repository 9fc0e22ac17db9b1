import { agentDefinitions } from '@paddock/agents/definition'
import type { BenchmarkDefinition } from '../port.ts'
import { parseCoin } from './coin.ts'

const scripted: BenchmarkDefinition['agents'] = [
  { id: 'oracle', title: 'Oracle (applies the answer)', needsModel: false },
  { id: 'noop', title: 'Noop (does nothing)', needsModel: false },
  {
    id: 'coin',
    title: 'Coin (solves a task when a hash falls below p)',
    needsModel: false,
    example: 'coin:0.6:1',
  },
]

export const editAgents: BenchmarkDefinition['agents'] = [
  ...scripted,
  ...Object.values(agentDefinitions).map(({ id, title, modelExample }) => ({
    id,
    title,
    needsModel: true,
    example: modelExample,
  })),
]

/** Runs without a model, a key or a program of others. */
export function isScripted(agent: string): boolean {
  return agent === 'oracle' || agent === 'noop' || parseCoin(agent) !== null
}

/** What is wrong with the name of an agent, or null. */
export function agentProblem(agent: string): string | null {
  if (isScripted(agent) || Object.hasOwn(agentDefinitions, agent)) return null
  if (agent === 'coin' || agent.startsWith('coin:')) {
    return `"${agent}" is no coin: write coin:<p>:<seed> with p from 0 to 1, such as coin:0.6:1`
  }
  const known = editAgents.map(({ id }) => (id === 'coin' ? 'coin:<p>:<seed>' : id))
  return `there is no agent "${agent}": use one of ${known.join(', ')}`
}
