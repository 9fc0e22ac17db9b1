import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { defaultRunnerConfig, defaultRunnerName } from './default-runner-config.ts'

/**
 * Writes the runner's configuration at the first start; later the file is the operator's, and only a job directory
 * that was asked for by flag (absolute, else null) is put into it. Returns the runner's name.
 */
export function settleRunnerConfig(file: string, jobsDir: string | null, present: Record<string, string>): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const text = before ?? defaultRunnerConfig(present)
  const settled = jobsDir === null ? text : withJobsDir(text, jobsDir)
  if (settled !== before) {
    writeFileSync(`${file}.new`, settled, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return /^name:\s*["']?([A-Za-z0-9_.-]+)/m.exec(settled)?.[1] ?? defaultRunnerName()
}

// Line by line rather than through a YAML library: comments and order stay, and nothing has to be loaded for it.
function withJobsDir(text: string, jobsDir: string): string {
  const line = `jobsDir: ${JSON.stringify(jobsDir)}`
  return /^jobsDir:.*$/m.test(text) ? text.replace(/^jobsDir:.*$/m, () => line) : `${text.trimEnd()}\n${line}\n`
}
