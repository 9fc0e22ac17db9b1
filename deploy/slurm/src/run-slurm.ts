import { execFile } from 'node:child_process'

/** A command of Slurm that did not do its work; the message has its own words. */
export class SlurmError extends Error {
  override name = 'SlurmError'
}

/** Longer than Slurm's own tries to reach its controller usually take. */
const commandTimeoutMs = 60_000

/** Runs a command of Slurm and returns its output. Throws a SlurmError. */
export function runSlurm(
  command: string,
  args: readonly string[],
  { cwd, environment }: { cwd: string; environment: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: environment, timeout: commandTimeoutMs, maxBuffer: 64 * 1024 ** 2 }
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new SlurmError(`${command}: ${reason(error, stderr)}`, { cause: error }))
    })
  })
}

function reason(error: Error & { code?: unknown; killed?: boolean }, stderr: string): string {
  if (error.code === 'ENOENT') return 'not found. Run this where the commands of Slurm are, with them on PATH.'
  if (error.killed) return `no answer within ${commandTimeoutMs / 1_000} s.`
  return stderr.trim() || error.message
}
