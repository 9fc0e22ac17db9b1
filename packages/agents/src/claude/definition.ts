import type { AgentDefinition } from '../port.ts'

export const claudeDefinition: AgentDefinition = {
  id: 'claude',
  title: 'Claude Code',
  npmPackage: '@anthropic-ai/claude-code',
  triedVersions: ['2.1.332'],
  modelExample: 'claude-sonnet-4-5',
  executable: 'claude',
  enforces: ['read_only', 'workspace_edit'],
  reportsCost: true,
  traceFormat: 'claude-stream',
  editTools: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
}
