import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../process/operator-error.ts'
import type { SetupAnswer, SetupRequest } from './setup-request.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Runs the set-up program; throws the OperatorError that it answers, or one with what it wrote when it crashed. */
export async function runSetup(
  request: SetupRequest,
  environment: Record<string, string>,
): Promise<{ ownerLink: string | null; notes: string[] }> {
  const child = spawn(process.execPath, [program], { cwd: '/', env: environment })
  child.stdin.on('error', () => {}) // It ended early and said why on stderr; EPIPE would hide that.
  child.stdin.end(JSON.stringify(request))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const answer = parse(stdout)
  if (answer === null) {
    throw new OperatorError(
      'setup_failed',
      `preparing the database failed:\n${stderr.trim()}`,
      'Start again; report it if it stays.',
    )
  }
  if (answer.kind === 'failed') throw new OperatorError(answer.code, answer.message, answer.hint)
  return answer
}

function parse(stdout: string): SetupAnswer | null {
  try {
    return JSON.parse(stdout)
  } catch {
    return null
  }
}
