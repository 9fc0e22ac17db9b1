import type { StepUsage } from '@paddock/domain'
import type { OpenCalls } from '../content/open-calls.ts'

export interface CodexMemory {
  calls: OpenCalls
  /** Total of the last `turn.completed`, which goes on over turns. */
  total: StepUsage
  model: string | null
}

export function beginCodex(): CodexMemory {
  return { calls: {}, total: { input: 0, cachedInput: 0, output: 0, costUsd: null }, model: null }
}
