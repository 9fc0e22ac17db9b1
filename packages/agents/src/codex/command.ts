import { AgentRefused, type AgentSession, type BuildAgentCommand, type SafetyProfile } from '../port.ts'
import { requireValue } from '../require-value.ts'
import { codexDefinition } from './definition.ts'

const sandboxes: Record<SafetyProfile, string> = {
  read_only: 'read-only',
  workspace_edit: 'workspace-write',
  full_auto: 'danger-full-access',
}

/** Options stand before `resume` or `fork`, which take none of them; `-` says that the prompt comes on stdin. */
export const buildCodexCommand: BuildAgentCommand = (task, executable = [codexDefinition.executable]) => {
  const enforced: SafetyProfile = task.mode === 'edit' ? task.safety : 'read_only'
  return {
    argv: [
      ...executable,
      'exec',
      '--json',
      '-C',
      requireValue('directory', task.directory),
      '-s',
      sandboxes[enforced],
      '--skip-git-repo-check',
      ...(task.model === null ? [] : ['-m', requireValue('model', task.model)]),
      ...sessionArguments(task.session),
      '-',
    ],
    stdin: task.prompt,
    cwd: task.directory,
    env: {},
    enforced,
  }
}

function sessionArguments(session: AgentSession): string[] {
  if (session.kind === 'fresh') return []
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(session.id)) {
    throw new AgentRefused(`"${session.id}" is no session of Codex`)
  }
  return [session.kind === 'fork' ? 'fork' : 'resume', session.id]
}
