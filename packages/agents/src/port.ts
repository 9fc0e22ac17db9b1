import type { RunErrorCode, TokenCounts, TraceFormat } from '@paddock/domain'

/** How much an agent may do: each level includes the ones before it. */
export const safetyProfiles = ['read_only', 'workspace_edit', 'full_auto'] as const
export type SafetyProfile = (typeof safetyProfiles)[number]

export const agentModes = ['analyze', 'plan', 'review', 'edit'] as const
export type AgentMode = (typeof agentModes)[number]

/** Facts of an agent command line: what a form, a list and the API need. No Node API may be imported from here. */
export interface AgentDefinition {
  id: string
  title: string
  /** Where it comes from. */
  npmPackage: string
  /** Versions that its adapter was checked with. */
  triedVersions: string[]
  modelExample: string
  /** Usual name of the program. */
  executable: string
  /** Safety profiles that its own options can hold it to. */
  enforces: readonly SafetyProfile[]
  reportsCost: boolean
  /** How its output stream is read into a trace. */
  traceFormat: TraceFormat
  /** Names of its tools that change files. */
  editTools: readonly string[]
}

export type AgentSession = { kind: 'fresh' } | { kind: 'resume'; id: string } | { kind: 'fork'; id: string }

export interface AgentTask {
  prompt: string
  /** Absolute. */
  directory: string
  /** Null: the agent's own default. */
  model: string | null
  mode: AgentMode
  /** A ceiling: an adapter that cannot enforce it refuses. */
  safety: SafetyProfile
  session: AgentSession
  /** Null: no limit of the agent's own. */
  maxTurns: number | null
}

/** What gets started: argv only, the prompt on stdin, which is closed after it. */
export interface AgentCommand {
  argv: string[]
  stdin: string
  cwd: string
  /** Added to the child's environment. */
  env: Record<string, string>
  /** What the argv really holds the agent to. */
  enforced: SafetyProfile
}

/** Pure. Throws an {@link AgentRefused} where the task cannot be honoured. */
export type BuildAgentCommand = (task: AgentTask, executable?: readonly string[]) => AgentCommand

export class AgentRefused extends Error {
  override name = 'AgentRefused'
}

/** How the process ended, as its supervisor knows it. */
export interface AgentExit {
  exitCode: number | null
  exitSignal: string | null
  /** The end of its standard error. */
  stderr: string
  /** The supervisor's own doing; an exit status does not tell. */
  endedBy: 'itself' | 'cancel' | 'timeout'
}

export interface AgentFailure {
  code: RunErrorCode
  /** Names the fix; at most 4,000 characters. */
  message: string
  /** The provider's doing, such as a limit or a server error: a later try may succeed. */
  isTransient: boolean
}

export interface AgentResult {
  /** Null: it did what it was asked, as far as its own report goes. */
  failure: AgentFailure | null
  /** It stopped at the limit of turns that it was given. */
  reachedTurnLimit: boolean
  sessionId: string | null
  model: string | null
  /** This run's, not the session's; null where it did not say. */
  tokens: TokenCounts | null
  costUsd: number | null
  /** The last thing it said. */
  answer: string | null
}

/** Usage of the session before this run, for agents whose reports are cumulative. */
export interface SessionBefore {
  tokens: TokenCounts | null
  costUsd: number | null
}

export interface AgentOutput {
  /** Bytes of its standard output, as they come. */
  push(bytes: Uint8Array): void
  /** Turns of the model so far. */
  turns(): number
  end(exit: AgentExit): AgentResult
}

/** Reads an output stream. It never throws on what the stream holds. */
export type OpenAgentOutput = (before?: SessionBefore) => AgentOutput
