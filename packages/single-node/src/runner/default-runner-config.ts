import { hostname } from 'node:os'
import type { dataPaths } from '../data-dir.ts'

/** The runner's name: the machine's. */
export function runnerName(): string {
  return hostname().split('.')[0] || 'local'
}

export function defaultRunnerConfig(paths: ReturnType<typeof dataPaths>, jobsDir: string | null): string {
  return JSON.stringify({ name: runnerName(), jobsDir: jobsDir ?? paths.jobs, stateDir: paths.runnerState })
}
