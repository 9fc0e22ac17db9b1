import type { ResultTokens } from '../result-file.ts'
import type { Conversation } from './conversation.ts'
import type { LoadedTask } from './read-dataset.ts'

/** One try at a task. */
export interface SolveRequest {
  task: LoadedTask
  /** From 1. */
  attempt: number
  /** From 1; above it when an earlier try of the same attempt had to be repeated. */
  attemptTry: number
  /** The throw-away directory to work in. */
  directory: string
  conversation: Conversation
  /** Where the agent's raw output goes. */
  streamFile: string
  /** Whether the files are right already: nothing more needs to be done. */
  matches: () => Promise<boolean>
  signal: AbortSignal
}

export type SolveEnding =
  | 'done'
  | 'cancelled'
  | 'timeout'
  | 'turn-limit'
  | 'provider'
  | 'auth'
  | 'not-installed'
  | 'agent'

export interface Solved {
  ending: SolveEnding
  /** The files were right at a moment before its end, which settles it: what came after was being stopped. */
  matched: boolean
  /** What to tell people of an ending other than `done`. */
  message: string | null
  tokens: ResultTokens | null
  costUsd: number | null
  toolCalls: number
  edits: { attempted: number; applied: number }
}

/** Something that works on a task: a script, or an agent. */
export interface Solver {
  version: string | null
  /** Whether another try can end differently. */
  repeatable: boolean
  solve(request: SolveRequest): Promise<Solved>
}
