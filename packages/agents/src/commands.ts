import { buildClaudeCommand } from './claude/command.ts'
import { openClaudeOutput } from './claude/read-output.ts'
import { buildCodexCommand } from './codex/command.ts'
import { openCodexOutput } from './codex/read-output.ts'
import type { BuildAgentCommand, OpenAgentOutput } from './port.ts'

export {
  type AgentCommand,
  type AgentExit,
  type AgentFailure,
  type AgentOutput,
  AgentRefused,
  type AgentResult,
  type AgentSession,
  type AgentTask,
  type BuildAgentCommand,
  type OpenAgentOutput,
  type SessionBefore,
} from './port.ts'

export interface AgentAdapter {
  buildCommand: BuildAgentCommand
  openOutput: OpenAgentOutput
}

export const agentAdapters: Record<string, AgentAdapter> = {
  claude: { buildCommand: buildClaudeCommand, openOutput: openClaudeOutput },
  codex: { buildCommand: buildCodexCommand, openOutput: openCodexOutput },
}
