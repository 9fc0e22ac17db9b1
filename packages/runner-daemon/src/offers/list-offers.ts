import { agentDefinitions } from '@paddock/agents/definition'
import { buildCommands } from '@paddock/benchmarks/command'
import { type BenchmarkDefinition, benchmarkDefinitions } from '@paddock/benchmarks/definition'
import type { Offer } from '@paddock/db'
import { hostLabel, type LaunchRequest } from '@paddock/domain'
import type { RunnerConfig } from '../config/config.ts'
import { findExecutable } from '../run/find-executable.ts'

/** What can be launched here, and what cannot, each with its reason. */
export function listOffers(config: RunnerConfig, environment: NodeJS.ProcessEnv): Offer[] {
  const path = config.environment.set.PATH ?? environment.PATH ?? ''
  const benchmarks = Object.values(benchmarkDefinitions).map(
    (definition): Offer => ({
      kind: 'benchmark',
      id: definition.id,
      reason: benchmarkProblem(definition, config, path),
    }),
  )
  const agents = Object.values(agentDefinitions).map((agent): Offer => {
    const isDisabled = config.agents[agent.id]?.enabled === false
    const reason = isDisabled ? 'disabled in the configuration' : missing(agent.executable, path)
    return { kind: 'agent', id: agent.id, reason }
  })
  return [...benchmarks, ...agents]
}

/** The labels of the runner: the configuration's, one for each thing that can be launched here, and that of its host. */
export function labelsOf(config: RunnerConfig, offers: Offer[], hostId: string): string[] {
  const offered = offers.filter(({ reason }) => reason === null).map(({ kind, id }) => `${kind}:${id}`)
  return [...new Set([...config.labels, ...offered, hostLabel(hostId)])].sort()
}

function benchmarkProblem(definition: BenchmarkDefinition, config: RunnerConfig, path: string): string | null {
  const section = Object.hasOwn(config.benchmarks, definition.id) ? config.benchmarks[definition.id] : undefined
  if (section?.enabled === false) return 'disabled in the configuration'
  const program = section?.executable?.[0] ?? usualProgram(definition, config)
  return program === null ? null : missing(program, path)
}

/** The program that a plain launch would start; null where only a real launch can tell. */
function usualProgram({ id, defaultAgent }: BenchmarkDefinition, config: RunnerConfig): string | null {
  const request: LaunchRequest = { benchmark: id, agent: defaultAgent, model: 'any/model' }
  const settings = config.benchmarks[id]?.settings ?? {}
  try {
    const command = buildCommands[id]?.(request, {
      runId: 'r',
      epoch: 1,
      runName: 'probe',
      jobsDir: config.jobsDir,
      settings,
    })
    return command?.argv[0] ?? null
  } catch {
    return null
  }
}

function missing(program: string, path: string): string | null {
  return findExecutable(program, path) === null ? `${program}: not found` : null
}
