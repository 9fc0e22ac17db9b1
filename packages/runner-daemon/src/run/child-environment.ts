import { readFileSync } from 'node:fs'
import type { Command } from '@paddock/benchmarks/command'
import type { RunnerConfig } from '../config/config.ts'

/** Names of the daemon's variables that children get. Everything else, DATABASE_URL first, stays with the daemon. */
const passed = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TERM',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
]

/** Whatever the configuration says. */
const neverPassed = ['DATABASE_URL', 'PADDOCK_SECRET', 'PADDOCK_RUN', 'PADDOCK_API_KEY']

/** A credential that the launch names cannot be had here; the message says which and why, never a value. */
export class SecretUnavailable extends Error {
  override name = 'SecretUnavailable'
}

export interface Asker {
  teamId: string
  benchmark: string
  agent: string | null
}

/** The whole environment of a run's process. Throws SecretUnavailable. */
export function childEnvironment(
  command: Pick<Command, 'env'>,
  config: Pick<RunnerConfig, 'environment' | 'secrets'>,
  daemon: NodeJS.ProcessEnv,
  asker: Asker,
): Record<string, string> {
  const environment: Record<string, string> = {}
  const names = [...passed, ...Object.keys(daemon).filter((name) => name.startsWith('LC_')), ...config.environment.pass]
  for (const name of names) {
    const value = daemon[name]
    if (value !== undefined && !neverPassed.includes(name)) environment[name] = value
  }
  Object.assign(environment, config.environment.set)
  for (const [name, value] of Object.entries(command.env)) {
    environment[name] = typeof value === 'string' ? value : readSecret(value.secret, config, daemon, asker)
  }
  return environment
}

function readSecret(
  name: string,
  { secrets }: Pick<RunnerConfig, 'secrets'>,
  daemon: NodeJS.ProcessEnv,
  { teamId, benchmark, agent }: Asker,
): string {
  const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined
  if (!secret) throw new SecretUnavailable(`This runner's configuration names no secret "${name}".`)
  const usedBy = secret.usedBy
  if (secret.teams && !secret.teams.includes(teamId))
    throw new SecretUnavailable(`The secret "${name}" is not for this team.`)
  if (usedBy && !usedBy.includes(benchmark) && !(agent && usedBy.includes(agent))) {
    throw new SecretUnavailable(`The secret "${name}" is not for ${benchmark}${agent ? ` or ${agent}` : ''}.`)
  }
  const value = secretValue(secret, daemon)
  if (value === null) throw new SecretUnavailable(`The secret "${name}" has no value on this runner.`)
  return value
}

/** Null: not there. */
export function secretValue(secret: { env?: string; file?: string }, daemon: NodeJS.ProcessEnv): string | null {
  if (secret.env !== undefined) return daemon[secret.env] || null
  try {
    return readFileSync(secret.file as string, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Every value that must not be seen: all secrets of this runner, whoever may use them, and its own. */
export function secretValues(config: Pick<RunnerConfig, 'secrets' | 'otlp'>, daemon: NodeJS.ProcessEnv): string[] {
  const own = Object.values(config.otlp?.headers ?? {})
  return [...Object.values(config.secrets), ...own].flatMap((secret) => secretValue(secret, daemon) ?? [])
}
