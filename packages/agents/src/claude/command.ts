import { AgentRefused, type AgentSession, type BuildAgentCommand, type SafetyProfile } from '../port.ts'
import { requireValue } from '../require-value.ts'
import { claudeDefinition } from './definition.ts'

/** Its default retries outlast patience. */
const maxRetries = '3'

/** `acceptEdits` edits without asking and denies shell commands; `plan` changes nothing. */
export const buildClaudeCommand: BuildAgentCommand = (task, executable = [claudeDefinition.executable]) => {
  const enforced: SafetyProfile = task.mode === 'edit' ? task.safety : 'read_only'
  return {
    argv: [
      ...executable,
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      ...(task.model === null ? [] : ['--model', requireValue('model', task.model)]),
      ...permissionArguments(enforced),
      ...(task.maxTurns === null ? [] : ['--max-turns', String(task.maxTurns)]),
      ...sessionArguments(task.session),
    ],
    stdin: task.prompt,
    cwd: task.directory,
    env: {
      CLAUDE_CODE_MAX_RETRIES: maxRetries,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    },
    enforced,
  }
}

function permissionArguments(safety: SafetyProfile): string[] {
  switch (safety) {
    case 'read_only':
      return ['--permission-mode', 'plan']
    case 'workspace_edit':
      return ['--permission-mode', 'acceptEdits']
    case 'full_auto':
      return ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash']
  }
}

function sessionArguments(session: AgentSession): string[] {
  if (session.kind === 'fresh') return []
  const id = session.id
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new AgentRefused(`"${id}" is no session of Claude Code`)
  return ['--resume', id, ...(session.kind === 'fork' ? ['--fork-session'] : [])]
}
