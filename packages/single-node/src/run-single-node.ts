import { randomBytes } from 'node:crypto'
import { baseEnvironment, compileCache } from './child-environment.ts'
import { dataPaths, layOut } from './data-dir.ts'
import type { Environment } from './env.ts'
import type { StartOptions } from './options/start-options.ts'
import { checkPort } from './process/check-port.ts'
import { followParent } from './process/follow-parent.ts'
import { lockDirectory } from './process/lock-directory.ts'
import { runnerProgram, saysReady } from './runner/runner-program.ts'
import { settleRunnerConfig } from './runner/settle-runner-config.ts'
import { readSecret } from './secrets/read-secret.ts'
import { runSetup } from './setup/run-setup.ts'
import { openBoundedLog } from './supervise/bounded-log.ts'
import { type ChildRecord, endRecordedChildren, keepChildRecord } from './supervise/child-record.ts'
import { keepPostgres } from './supervise/keep-postgres.ts'
import { type KeptProgram, keepRunning } from './supervise/keep-running.ts'
import { waitUntilReady } from './supervise/wait-until-ready.ts'
import type { ReadyReport } from './terminal/reporter.ts'
import { checkWebIsBuilt, webAnswers, webProgram } from './web/web-program.ts'

/** Undoes what a start did, in the reverse order. */
export type Closers = (() => Promise<void> | void)[]

/** From SIGTERM to SIGKILL. The runner drains: what it supervises goes on without it. */
const WEB_PATIENCE_MS = 10_000
const RUNNER_PATIENCE_MS = 30_000

/**
 * Brings everything up in order: lock, left-overs, database, set-up, web and runner. What has to be undone is pushed
 * to `closers` as it comes up, so that a start which fails half-way can be taken back too. Throws OperatorError.
 */
export async function runSingleNode(
  options: StartOptions,
  environment: Environment,
  say: (text: string) => void,
  closers: Closers,
  signal: AbortSignal,
): Promise<ReadyReport> {
  const { dataDir } = options
  const paths = dataPaths(dataDir)
  const lock = await lockDirectory(dataDir, new Date())
  closers.push(() => lock.release())
  layOut(dataDir)
  const leftovers = await endRecordedChildren(paths.children)
  if (leftovers.length > 0) say(`ended what a start that was killed had left: ${leftovers.join(', ')}`)
  checkWebIsBuilt()
  await checkPort(options.host, options.port)
  signal.throwIfAborted()

  const databaseUrl = options.databaseUrl ?? (await startDatabase(paths, say, closers))
  signal.throwIfAborted()

  say('preparing the database')
  const secret = readSecret(paths.secret, randomBytes)
  const { ownerLink, notes } = await runSetup(
    {
      databaseUrl,
      publicUrl: options.publicUrl,
      secret,
      owner: environment.owner,
      ownerApiKeyFile: environment.ownerApiKeyFile,
    },
    { ...baseEnvironment(environment.variables), ...compileCache(paths.compileCache) },
  )
  for (const note of notes) say(note)
  signal.throwIfAborted()

  const keep = programKeeper(paths, say, closers)
  const { host, port, publicUrl } = options
  const web = webProgram(
    {
      databaseUrl,
      publicUrl,
      secret,
      blobDir: paths.blobs,
      host,
      port,
      trustedProxies: environment.trustedProxies,
      webhookNetworks: environment.webhookNetworks,
    },
    baseEnvironment(environment.variables),
  )
  say('starting the web program')
  const keptWeb = keep('web', web, WEB_PATIENCE_MS)
  const runner = options.runner === 'none' ? null : startRunner(options, environment, databaseUrl, keep, say)
  await waitUntilReady(keptWeb, () => webAnswers(host, port), signal)
  // A launch that no registered runner could take is refused: who reads the ready line may launch.
  if (runner) await waitUntilReady(runner.kept, async () => saysReady(runner.kept.lastLines()), signal)
  return { url: publicUrl, ownerLink, dataDir, runner: runner?.name ?? null }
}

function startRunner(
  options: StartOptions,
  environment: Environment,
  databaseUrl: string,
  keep: ReturnType<typeof programKeeper>,
  say: (text: string) => void,
): { name: string; kept: KeptProgram } {
  say('starting the runner')
  const { runnerConfig: configFile, compileCache: compileCacheDir } = dataPaths(options.dataDir)
  const name = settleRunnerConfig(configFile, options.jobsDir, environment.variables)
  const command = runnerProgram({ configFile, databaseUrl, compileCacheDir }, environment.variables)
  return { name, kept: keep('runner', command, RUNNER_PATIENCE_MS) }
}

type Paths = ReturnType<typeof dataPaths>

async function startDatabase(paths: Paths, say: (text: string) => void, closers: Closers): Promise<string> {
  say('starting PostgreSQL')
  const log = openBoundedLog(paths.log('postgres'))
  closers.push(() => log.close())
  const postgres = await keepPostgres(paths.postgres, log, say)
  closers.push(() => postgres.stop())
  return postgres.url
}

type Command = { argv: string[]; environment: Record<string, string> }

function programKeeper(paths: Paths, say: (text: string) => void, closers: Closers) {
  const record: ChildRecord = keepChildRecord(paths.children)
  const follow = followParent('TERM')
  const kept: KeptProgram[] = []
  // One closer for all: they stop side by side, and before the database.
  closers.push(async () => {
    await Promise.all(kept.map((program) => program.stop()))
  })
  return (name: string, command: Command, stopPatienceMs: number): KeptProgram => {
    const logFile = paths.log(name)
    const log = openBoundedLog(logFile)
    const program = { name, ...command, argv: [...follow, ...command.argv], log, logFile, stopPatienceMs }
    const running = keepRunning(program, record, say)
    kept.push(running)
    return running
  }
}
