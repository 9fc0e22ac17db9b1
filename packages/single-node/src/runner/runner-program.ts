import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileCache, NODE, runnerEnvironment } from '../child-environment.ts'

export interface RunnerSettings {
  configFile: string
  databaseUrl: string
  compileCacheDir: string
}

/** Words and environment of the one runner on this machine. */
export function runnerProgram(settings: RunnerSettings, variables: Record<string, string>) {
  const program = fileURLToPath(import.meta.resolve('@paddock/runner-daemon/main'))
  return {
    // The supervisor would start a runner that ended again, and its order would drain that one too.
    argv: [...NODE, program, '--config', settings.configFile, '--when-drained', 'stay'],
    environment: {
      ...runnerEnvironment(variables, readFileSync(settings.configFile, 'utf8')),
      ...compileCache(settings.compileCacheDir),
      DATABASE_URL: settings.databaseUrl,
    },
  }
}

/** Whether a runner that wrote these lines has registered and takes runs. */
export function saysReady(lines: string[]): boolean {
  return lines.some((line) => line.includes('"msg":"ready"'))
}
