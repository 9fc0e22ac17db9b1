import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { AgentDefinition } from '@paddock/agents/definition'
import { UsageError } from '../usage-error.ts'

const patienceMs = 15_000

/** What `--version` says; null when it says nothing. @throws UsageError where the agent is not installed */
export async function agentVersion(definition: AgentDefinition, executable: string | null): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(executable ?? definition.executable, ['--version'], {
      timeout: patienceMs,
    })
    return /\d+\.\d+[^\s)]*/.exec(stdout)?.[0] ?? null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EACCES') return null
    throw new UsageError(
      `${definition.title} is not installed here: npm install -g ${definition.npmPackage}, or name its program`,
    )
  }
}
