import type { OpenCalls } from '../content/open-calls.ts'

export interface Tokens {
  input: number
  cachedInput: number
  output: number
}

export interface ClaudeMemory {
  calls: OpenCalls
  /** Agent path of each sub-agent that has spoken, by the call that started it; a list, oldest first. */
  agents: [callId: string, path: string[]][]
  /** Messages whose usage has been shown: it stands on each of a message's lines. Newest last. */
  countedMessages: string[]
  /** Usage shown since the last `result`. */
  shown: Tokens
  /** `total_cost_usd` of the last `result`: it goes on over a session. */
  costUsd: number
  /** Beginning and length of the last text of the main agent, which `result` repeats. */
  lastText: { beginning: string; length: number } | null
  /** A message that is being streamed in pieces and has not come whole. */
  partial: Partial | null
}

export interface Partial {
  id: string
  offset: number
  end: number
  text: string
  thinking: string
  toolInput: string
}

export function beginClaude(): ClaudeMemory {
  return {
    calls: {},
    agents: [],
    countedMessages: [],
    shown: { input: 0, cachedInput: 0, output: 0 },
    costUsd: 0,
    lastText: null,
    partial: null,
  }
}
