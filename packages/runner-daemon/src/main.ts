#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { queueLimits } from '@paddock/domain'
import { VersionMismatch } from './boot/await-schema.ts'
import { parseFlags, type RunFlags, UsageError, usage } from './cli/parse-flags.ts'
import { systemClock } from './clock.ts'
import { openConfigFile } from './config/config-file.ts'
import { ConfigError } from './config/parse-config.ts'
import { readEnvironment } from './env.ts'
import { hostRoom } from './health/watch-health.ts'
import { bootClockMs } from './lease/boot-clock.ts'
import { within } from './lease/within.ts'
import { openBootLog } from './log/boot-log.ts'
import { describeError } from './log/describe-error.ts'
import { openLog } from './log/open-log.ts'
import { unwatchedMoments } from './moments.ts'
import { hostTable } from './process/host-table.ts'
import { logRedactor } from './redact/log-redactor.ts'
import { startDaemon } from './start-daemon.ts'
import { openStateDir, StateDirBusy } from './state/open-state-dir.ts'
import { version } from './version.ts'

/** A process that dies waits no longer for a database that is away. */
const lastWordsMs = 2_000

try {
  const flags = parseFlags(process.argv.slice(2))
  if (flags.kind === 'help') process.stdout.write(usage)
  else if (flags.kind === 'doctor') await doctor(flags.config, flags.format)
  else await run(flags)
} catch (error) {
  if (error instanceof UsageError) fail(2, `${error.message}\n\n${usage}`)
  else if (error instanceof ConfigError || error instanceof StateDirBusy || error instanceof VersionMismatch) {
    fail(1, error.message)
  } else fail(1, describeError(error))
}

async function run(flags: RunFlags): Promise<void> {
  const { databaseUrl, variables } = readEnvironment()
  if (databaseUrl === null) throw new UsageError('DATABASE_URL is not set.')
  const configFile = await openConfigFile(flags.config).catch((error: unknown) => {
    keepRefusal(flags.stateDir, error)
    throw error
  })
  const { stateDir, logLevel } = configFile.current()
  const state = openStateDir(flags.stateDir ?? stateDir)
  const bootLog = openBootLog(state.path)
  const own = [databaseUrl, ...passwordOf(databaseUrl)]
  const redactor = logRedactor(configFile.current, { variables, own })
  const log = await openLog(logLevel, redactor, [(line) => process.stderr.write(line), bootLog.write])
  const daemon = await startDaemon({
    ...{ configFile, state, databaseUrl, version, log },
    overrides: { labels: flags.labels, name: flags.name, capacity: flags.capacity },
    environment: variables,
    mode: flags.mode,
    earlierBootLog: bootLog.earlier,
    limits: queueLimits,
    ports: {
      ...{ clock: systemClock, table: hostTable, moments: unwatchedMoments, room: hostRoom, bootClockMs },
      random: Math.random,
      wallClockMs: Date.now,
    },
  }).catch((error: unknown) => {
    log.error({ error: describeError(error) }, 'did not come up')
    throw error
  })
  bootLog.cameUp()
  process.on('uncaughtException', (error) => {
    log.error({ error: describeError(error), stack: error.stack }, 'died')
    void within(lastWordsMs, daemon.lastWords(`died: ${describeError(error)}`))
      .catch(() => {})
      .finally(() => process.exit(1))
  })
  let signals = 0
  const onSignal = (signal: string) => {
    signals++
    const endsRuns = signals > 1 || flags.onStop === 'end-runs'
    log.info({ signal }, endsRuns ? 'stopping with its runs' : 'stopping')
    void (endsRuns ? daemon.stopWithRuns() : daemon.stop())
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  await daemon.finished
  await daemon.stop()
  // Children that are left to the next start are no reason to stay.
  process.exit(0)
}

/** A start that ended with its configuration is read about at the next one, where the file says where. */
function keepRefusal(stateDir: string | undefined, error: unknown): void {
  if (!(error instanceof ConfigError)) return
  const directory = stateDir ?? error.stateDir
  if (directory !== null && existsSync(directory)) openBootLog(directory).write(`${error.message}\n`)
}

async function doctor(configPath: string, format: 'json' | 'text'): Promise<void> {
  const { formatChecks, runDoctor } = await import('./doctor/run-doctor.ts')
  const { databaseUrl, variables } = readEnvironment()
  const checks = await runDoctor({ configPath, databaseUrl, environment: variables })
  process.stdout.write(format === 'json' ? `${JSON.stringify({ checks })}\n` : `${formatChecks(checks)}\n`)
  if (checks.some(({ result }) => result === 'fail')) process.exitCode = 1
}

function passwordOf(databaseUrl: string): string[] {
  if (!URL.canParse(databaseUrl)) return []
  const { password } = new URL(databaseUrl)
  return [password, decodeURIComponent(password)]
}

function fail(code: number, text: string): void {
  process.stderr.write(`paddock-runner: ${text}\n`)
  process.exitCode = code
  // Timers and connections of a daemon that came up half-way must not keep it.
  setTimeout(() => process.exit(code), 100).unref()
}
