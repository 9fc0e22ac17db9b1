import { resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { OperatorError } from '../process/operator-error.ts'
import type { StartOptions } from './start-options.ts'

interface Flags {
  port: number
  host: string
  dataDir: string
  jobsDir?: string
  databaseUrl?: string
  publicUrl?: string
  runner: boolean
  open: boolean
}

/**
 * The words after `npm start --`, or 'help' when they asked for that and got it. `directory` is what relative paths
 * count from. A word it does not know, or a value it cannot use, throws an OperatorError `usage`.
 */
export function parseOptions(
  words: string[],
  directory: string,
  environment: { databaseUrl: string | null },
): StartOptions | 'help' {
  const flags = parseFlags(words)
  if (flags === 'help') return flags
  const databaseUrl = flags.databaseUrl ?? environment.databaseUrl
  return {
    port: flags.port,
    host: flags.host,
    dataDir: resolve(directory, flags.dataDir),
    jobsDir: flags.jobsDir === undefined ? null : resolve(directory, flags.jobsDir),
    databaseUrl: databaseUrl && checkDatabaseUrl(databaseUrl),
    publicUrl: flags.publicUrl ?? `http://${reachableName(flags.host)}:${flags.port}`,
    runner: flags.runner ? 'one' : 'none',
    browser: flags.open ? 'open' : 'leave',
  }
}

function parseFlags(words: string[]): Flags | 'help' {
  const command = new Command('npm start --')
    .description('Runs Paddock on this machine: database, web and one runner, until Ctrl-C.')
    .option('--port <number>', 'port of the web pages', parsePort, 4700)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data-dir <path>', 'where everything is kept', '.paddock')
    .option('--jobs-dir <path>', 'where runs write their jobs; what stands there already is discovered')
    .option('--database-url <url>', 'a PostgreSQL 15 or newer instead of the bundled one (or PADDOCK_DATABASE_URL)')
    .option('--public-url <url>', 'where browsers reach this, when not under host and port', parsePublicUrl)
    .option('--no-runner', 'start no runner on this machine')
    .option('--no-open', 'open no browser')
    .option('--json', 'print one JSON document when ready, nothing else')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .allowExcessArguments(false)
  try {
    return command.parse(words, { from: 'user' }).opts<Flags>()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 'help'
    const message = error.message.replace(/^error: /, '')
    throw new OperatorError('usage', message, 'npm start -- --help lists the options.', { cause: error })
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new InvalidArgumentError(`${text} is no port; take a whole number from 1 to 65535.`)
  }
  return port
}

// Not by way of commander, whose message repeats the value: it may hold a password.
function checkDatabaseUrl(text: string): string {
  const url = parseUrl(text)
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol)) return text
  throw new OperatorError(
    'usage',
    'the database URL is none that PostgreSQL has',
    'It looks like postgres://user:password@host:5432/database',
  )
}

function parsePublicUrl(text: string): string {
  const url = parseUrl(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search) return url.origin
  throw new InvalidArgumentError('It looks like https://paddock.example.org, without a path.')
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** "All addresses" is none that a browser could go to. */
function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
