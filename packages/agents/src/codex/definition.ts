import type { AgentDefinition } from '../port.ts'

export const codexDefinition: AgentDefinition = {
  id: 'codex',
  title: 'Codex CLI',
  npmPackage: '@openai/codex',
  triedVersions: ['0.171.0'],
  modelExample: 'gpt-5.4',
  executable: 'codex',
  enforces: ['read_only', 'workspace_edit', 'full_auto'],
  reportsCost: false,
  traceFormat: 'codex-stream',
  editTools: ['apply_patch', 'file_change'],
}
