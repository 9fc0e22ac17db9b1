import type { RunnerConfig } from '../config/config.ts'
import { openConfigFile } from '../config/config-file.ts'
import { ConfigError } from '../config/parse-config.ts'
import { hostRoom } from '../health/watch-health.ts'
import { type Check, fail, ok } from './check.ts'
import { checkDatabase } from './check-database.ts'
import { checkDirectories, checkExecutables, checkSecrets, checkUser } from './check-host.ts'

/** Looks at everything that a runner on this host needs; changes nothing. */
export async function runDoctor(request: {
  configPath: string
  databaseUrl: string | null
  environment: NodeJS.ProcessEnv
}): Promise<Check[]> {
  const { configPath, databaseUrl, environment } = request
  const checks = [ok('node', process.version), ...(await checkDatabase(databaseUrl, Date.now))]
  let config: RunnerConfig
  try {
    config = (await openConfigFile(configPath)).current()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...checks, fail('configuration', error.message)]
  }
  return [
    ...checks,
    ok('configuration', configPath),
    ...(await checkDirectories(config, hostRoom)),
    ...checkExecutables(config, environment),
    ...checkSecrets(config, environment),
    ...checkUser(config),
  ]
}

/** One line a check, for people. */
export function formatChecks(checks: Check[]): string {
  const signs = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }
  const width = Math.max(...checks.map(({ name }) => name.length))
  return checks
    .map(
      ({ name, result, text, hint }) =>
        `${signs[result]}  ${name.padEnd(width)}  ${text}${hint ? `\n      ${hint}` : ''}`,
    )
    .join('\n')
}
