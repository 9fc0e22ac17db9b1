import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerEnvironment } from '../child-environment.ts'

export interface RunnerSettings {
  configFile: string
  databaseUrl: string
}

/** Words and environment of the one runner on this machine. */
export function runnerProgram(settings: RunnerSettings, variables: Record<string, string>) {
  const program = fileURLToPath(import.meta.resolve('@paddock/runner-daemon/main'))
  return {
    argv: [process.execPath, program, '--config', settings.configFile],
    environment: {
      ...runnerEnvironment(variables, readFileSync(settings.configFile, 'utf8')),
      DATABASE_URL: settings.databaseUrl,
    },
  }
}
