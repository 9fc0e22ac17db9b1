export const stepKinds = [
  'system',
  'user',
  'assistant',
  'reasoning',
  'tool_call',
  'tool_result',
  'notice',
  'error',
  'compaction',
  'question',
  'answer',
  'reference',
  'unknown',
] as const
export type StepKind = (typeof stepKinds)[number]

export interface StepUsage {
  /** Includes `cachedInput`. */
  input: number
  cachedInput: number
  output: number
  costUsd: number | null
}

export interface StepMedia {
  mediaType: string
  /** Bytes of the decoded medium. */
  bytes: number
  /** Where it can be loaded from: a byte range of the source, or a path beside it. */
  locator: string
}

/** One step of a trace. Nothing of a log is dropped: what a reader does not know becomes `unknown` with its raw text. */
export interface Step {
  index: number
  kind: StepKind
  /** ISO 8601 UTC. */
  at?: string
  durationMs?: number
  /** Ids of the calls that started the sub-agents this step belongs to, outermost first; empty for the main agent. */
  agentPath: string[]
  model?: string
  text?: string
  reasoning?: string
  tool?: { name: string; callId: string | null; arguments?: unknown }
  result?: { callId: string | null; isError: boolean; content: string }
  usage?: StepUsage
  media?: StepMedia[]
  /** Where the step stands in its source. */
  raw: { offset: number; length: number }
}

/** One compact entry per step, loaded before any body. */
export interface StepSkeleton {
  index: number
  kind: StepKind
  tool: string | null
  /** Characters of the step's body. */
  length: number
  tokens: number
  at: string | null
  isError: boolean
  agentDepth: number
}

export const traceFormats = [
  'atif',
  'claude-stream',
  'codex-stream',
  'pi-stream',
  'gemini-stream',
  'opencode-stream',
  'inspect',
  'markdown-conversation',
  'question-answer',
  'plain-text',
] as const
export type TraceFormat = (typeof traceFormats)[number]
