import type { BenchmarkDefinition } from '../port.ts'

/** Agents of Harbor that people use most; any other built-in name works too. */
export const harborAgents: BenchmarkDefinition['agents'] = [
  { id: 'oracle', title: 'Oracle (runs the reference solution)', needsModel: false },
  { id: 'nop', title: 'Nop (does nothing)', needsModel: false },
  { id: 'claude-code', title: 'Claude Code', needsModel: true, example: 'anthropic/claude-sonnet-4-6' },
  { id: 'codex', title: 'Codex CLI', needsModel: true, example: 'openai/gpt-5.4' },
  { id: 'gemini-cli', title: 'Gemini CLI', needsModel: true, example: 'google/gemini-3-pro' },
  { id: 'opencode', title: 'OpenCode', needsModel: true, example: 'anthropic/claude-sonnet-4-6' },
  { id: 'terminus-2', title: 'Terminus 2', needsModel: true, example: 'anthropic/claude-sonnet-4-6' },
  { id: 'mini-swe-agent', title: 'mini-SWE-agent', needsModel: true },
  { id: 'swe-agent', title: 'SWE-agent', needsModel: true },
  { id: 'openhands', title: 'OpenHands', needsModel: true },
  { id: 'goose', title: 'Goose', needsModel: true },
  { id: 'aider', title: 'Aider', needsModel: true },
  { id: 'qwen-coder', title: 'Qwen Code', needsModel: true },
  { id: 'kimi-cli', title: 'Kimi CLI', needsModel: true },
  { id: 'cursor-cli', title: 'Cursor CLI', needsModel: true },
  { id: 'copilot-cli', title: 'Copilot CLI', needsModel: true },
  { id: 'cline-cli', title: 'Cline CLI', needsModel: true },
  { id: 'pi', title: 'pi', needsModel: true },
]

/** A class of the runner's own (`module:Class`), as against a name that Harbor knows or fetches (`acp:agent@ver`). */
export function isImportPath(name: string): boolean {
  return name.includes(':') && !name.startsWith('acp:')
}

/** Whether a launch must name a model. A class of the runner's own may need none, which only it knows. */
export function agentNeedsModel(agent: string): boolean {
  return harborAgents.find(({ id }) => id === agent)?.needsModel ?? !isImportPath(agent)
}
