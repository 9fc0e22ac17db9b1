import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../process/find-free-port.ts'
import { lockDirectory } from '../process/lock-directory.ts'
import { OperatorError } from '../process/operator-error.ts'
import { chooseIdentity, type Identity } from './choose-identity.ts'
import { endLeftovers } from './end-leftovers.ts'
import { initCluster } from './init-cluster.ts'
import { locateBinaries, type PostgresBinaries, readMajorVersion } from './locate-binaries.ts'
import { DATABASE, postgresUrl } from './running-url.ts'
import { type Server, startServer } from './start-server.ts'

export interface PostgresOptions {
  /** Holds the cluster, its password and its lock; created when absent, and one server's at a time. */
  dataDir: string
  /** Gets every line that the server writes. */
  log: (line: string) => void
  /** Loopback port; by default the one that a left-over server had, else a free one. */
  port?: number
  /** Server settings over the defaults below (`{ fsync: 'off' }` in tests). */
  settings?: Record<string, string>
}

export interface RunningPostgres {
  /** Superuser, database `paddock`. Holds the password. */
  url: string
  /** The same for the maintenance database `postgres`. */
  adminUrl: string
  pid: number
  port: number
  /** Shuts down cleanly (clients are disconnected) and gives the directory back. */
  stop(): Promise<void>
  /** Resolves when the server has ended, by `stop` or not, with how ("exit 0", "SIGKILL"). Never rejects. */
  exited: Promise<string>
}

// A laptop's worth: a small cache, no workers that only large scans need.
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '100',
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and details hold what users typed; a refused duplicate is an everyday outcome here.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const RETRY_FOR_MS = 10_000
const RETRY_EVERY_MS = 200
/** A killed server's pid or memory is still being cleaned up by the kernel or by a slow init. */
const NOT_YET_GONE = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/

/**
 * Starts the bundled PostgreSQL on a data directory, after whatever happened to the last one there, and resolves when
 * it accepts connections. It listens on loopback with a password and ends with this process, also after kill -9 (on
 * Linux). Throws OperatorError: `directory_busy` (another process has it; the message says who, since when),
 * `postgres_version`, `postgres_damaged`, `postgres_as_root`, `postgres_not_installed`, `port_in_use`.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const lock = await lockDirectory(options.dataDir, new Date())
  try {
    const dataDir = realpathSync(options.dataDir)
    const { cluster, argv, password } = await prepare(dataDir, options)
    const server = await startWithRetries(cluster, argv, options)
    const exited = server.exited.then((how) => {
      lock.release()
      return how
    })
    return {
      url: postgresUrl(password, server.port, DATABASE),
      adminUrl: postgresUrl(password, server.port, 'postgres'),
      pid: server.pid,
      port: server.port,
      exited,
      stop: async () => {
        await endLeftovers(cluster, () => {})
        await exited
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function prepare(dataDir: string, options: PostgresOptions) {
  const binaries = locateBinaries()
  const identity = chooseIdentity([binaries.postgres, dirname(dataDir)])
  // Nobody must pass through to the cluster; the password and the lock beside it stay 0600 and root's.
  if (identity.kind === 'nobody') chmodSync(dataDir, 0o711)
  const passwordFile = join(dataDir, 'password')
  const cluster = join(dataDir, 'cluster')
  if (!existsSync(cluster)) {
    options.log('making a new database cluster')
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    const workDir = join(dataDir, 'cluster.new')
    await initCluster({ cluster, workDir, passwordFile, database: DATABASE, binaries, identity })
  }
  checkCluster(cluster, binaries, passwordFile)
  identity.own(cluster)
  return {
    cluster,
    argv: serverArgv(binaries, identity, cluster, options),
    password: readFileSync(passwordFile, 'utf8'),
  }
}

function serverArgv(binaries: PostgresBinaries, identity: Identity, cluster: string, options: PostgresOptions) {
  const settings = Object.entries({ ...SETTINGS, ...options.settings })
  const words = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [...identity.serverPrefix, binaries.postgres, '-D', cluster, ...words]
}

function checkCluster(cluster: string, binaries: PostgresBinaries, passwordFile: string): void {
  const versionFile = join(cluster, 'PG_VERSION')
  const missing = [versionFile, passwordFile].find((file) => !existsSync(file))
  if (missing) {
    throw new OperatorError(
      'postgres_damaged',
      `${missing} is missing, so ${dirname(cluster)} is not a whole data directory`,
      'Restore it from a backup, or move it away to start with an empty database.',
    )
  }
  const [found, wanted] = [readFileSync(versionFile, 'utf8').trim(), readMajorVersion(binaries)]
  if (found === wanted) return
  throw new OperatorError(
    'postgres_version',
    `${cluster} was written by PostgreSQL ${found}, and this is PostgreSQL ${wanted}, which cannot read it`,
    `Dump it with PostgreSQL ${found} (pg_dumpall), move the directory away, start, and load the dump; or go back to the Paddock that wrote it.`,
  )
}

async function startWithRetries(cluster: string, argv: string[], options: PostgresOptions): Promise<Server> {
  const left = await endLeftovers(cluster, options.log)
  let port = options.port ?? left ?? (await findFreePort())
  const end = performance.now() + RETRY_FOR_MS
  for (;;) {
    const attempt = await startServer(cluster, argv, port, options.log)
    if (attempt.kind === 'ready') return attempt.server
    const output = attempt.output.join('\n')
    const wait = NOT_YET_GONE.test(output)
    const move = PORT_TAKEN.test(output) && options.port === undefined
    if ((!wait && !move) || performance.now() > end) throw startFailure(attempt.how, output, port)
    if (move) port = await findFreePort()
    else await sleep(RETRY_EVERY_MS)
  }
}

function startFailure(how: string, output: string, port: number): Error {
  if (PORT_TAKEN.test(output)) {
    return new OperatorError(
      'port_in_use',
      `PostgreSQL cannot listen on 127.0.0.1:${port}: another program has that port`,
      'Stop that program, or start without a fixed database port.',
    )
  }
  return new OperatorError(
    'postgres_failed',
    `PostgreSQL did not start (${how}). Its last lines:\n${output || '(none)'}`,
    'The lines say what PostgreSQL misses; a data directory that is damaged has to be restored from a backup.',
  )
}
