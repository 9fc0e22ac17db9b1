import { parseCoin } from '../../coin.ts'
import type { Sleep } from '../sleep.ts'
import type { Solver } from '../solver.ts'
import { UsageError } from '../usage-error.ts'
import { coinSolver } from './coin.ts'
import { delayed } from './delayed.ts'
import { noop } from './noop.ts'
import { oracle } from './oracle.ts'

export interface SolverOptions {
  agent: string
  model: string | null
  timeoutMs: number
  maxTurns: number
  delayMs: number
  /** Executable of the agent; null: its usual name. */
  executable: string | null
  sleep: Sleep
}

/** @throws UsageError for an agent that does not exist, or lacks a model */
export function openSolver(options: SolverOptions): Solver {
  const scripted = scriptedSolver(options.agent)
  if (scripted !== null) return delayed(scripted, options.delayMs, options.sleep)
  throw new UsageError(`there is no agent "${options.agent}": use oracle, noop or coin:<p>:<seed>`)
}

function scriptedSolver(agent: string): Solver | null {
  if (agent === 'oracle') return oracle
  if (agent === 'noop') return noop
  const coin = parseCoin(agent)
  return coin && coinSolver(coin)
}
