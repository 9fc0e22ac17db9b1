import { agentAdapters } from '@paddock/agents/command'
import { agentDefinitions } from '@paddock/agents/definition'
import { agentProblem } from '../../agents.ts'
import { parseCoin } from '../../coin.ts'
import type { Sleep } from '../sleep.ts'
import type { Solver } from '../solver.ts'
import { UsageError } from '../usage-error.ts'
import { agentSolver } from './agent.ts'
import { agentVersion } from './agent-version.ts'
import { coinSolver } from './coin.ts'
import { delayed } from './delayed.ts'
import { noop } from './noop.ts'
import { oracle } from './oracle.ts'

export interface SolverOptions {
  agent: string
  model: string | null
  timeoutMs: number
  maxTurns: number
  /** Of a scripted agent. */
  delayMs: number
  /** Executable of the agent; null: its usual name. */
  executable: string | null
  sleep: Sleep
}

/** @throws UsageError for an agent that does not exist, is not installed, or lacks a model */
export async function openSolver(options: SolverOptions): Promise<Solver> {
  const problem = agentProblem(options.agent)
  if (problem !== null) throw new UsageError(problem)
  const scripted = scriptedSolver(options.agent)
  if (scripted !== null) return delayed(scripted, options.delayMs, options.sleep)

  const [definition, adapter] = [agentDefinitions[options.agent], agentAdapters[options.agent]]
  if (!definition || !adapter) throw new UsageError(`the agent "${options.agent}" has no adapter`)
  if (options.model === null) throw new UsageError(`the agent "${options.agent}" needs --model`)
  const version = await agentVersion(definition, options.executable)
  return agentSolver({ ...options, definition, adapter, model: options.model, version })
}

function scriptedSolver(agent: string): Solver | null {
  if (agent === 'oracle') return oracle
  if (agent === 'noop') return noop
  const coin = parseCoin(agent)
  return coin && coinSolver(coin)
}
