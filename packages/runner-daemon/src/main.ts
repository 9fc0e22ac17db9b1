#!/usr/bin/env node
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { queueLimits } from '@paddock/domain'
import { systemClock } from './clock.ts'
import type { RunnerConfig } from './config/config.ts'
import { openConfigFile } from './config/config-file.ts'
import { ConfigError } from './config/parse-config.ts'
import { readEnvironment } from './env.ts'
import { hostRoom } from './health/watch-health.ts'
import { bootClockMs } from './lease/boot-clock.ts'
import { openBootLog } from './log/boot-log.ts'
import { describeError } from './log/describe-error.ts'
import { openLog } from './log/open-log.ts'
import { unwatchedMoments } from './moments.ts'
import { hostTable } from './process/host-table.ts'
import { createRedactor } from './redact/create-redactor.ts'
import { secretValues } from './run/child-environment.ts'
import { startDaemon, VersionMismatch } from './start-daemon.ts'
import { openStateDir, StateDirBusy } from './state/open-state-dir.ts'
import { version } from './version.ts'

const usage = `Usage: paddock-runner --config FILE [--once] [--max-runs N] [--name N] [--label L]… [--capacity W|none]
                      [--state-dir DIR] [--cancel-running]

  --config FILE      YAML; read again whenever it changes. DATABASE_URL names the database.
  --once             claim one run, finish it, exit; SIGTERM ends the run within its grace
  --max-runs N       with --once: so many runs instead of one
  --name N           what this runner is called, instead of the file's
  --label L          a label more than the file gives; may be repeated
  --capacity W|none  units of weight at once, instead of the file's
  --state-dir DIR    its own directory, instead of the file's: for several runners with one file
  --cancel-running   SIGTERM ends the runs, instead of leaving them to the next start
`

class UsageError extends Error {}

try {
  await run()
} catch (error) {
  if (error instanceof UsageError) fail(2, `${error.message}\n\n${usage}`)
  else if (error instanceof ConfigError || error instanceof StateDirBusy || error instanceof VersionMismatch)
    fail(1, error.message)
  else fail(1, describeError(error))
}

async function run(): Promise<void> {
  const flags = parseFlags()
  if (flags === 'help') {
    process.stdout.write(usage)
    return
  }
  const { databaseUrl, variables } = readEnvironment()
  if (databaseUrl === null) throw new UsageError('DATABASE_URL is not set.')
  const configFile = await openConfigFile(flags.config)
  const config = configFile.current()
  const state = openStateDir(flags.stateDir ?? config.stateDir)
  const bootLog = openBootLog(state.path)
  const redactor = createRedactor([...secretValues(config, variables), databaseUrl, new URL(databaseUrl).password])
  const log = await openLog(config.logLevel, redactor, [(line) => process.stderr.write(line), bootLog.write])
  const daemon = await startDaemon({
    ...{ configFile, state, databaseUrl, version, log },
    overrides: { labels: flags.labels, name: flags.name, capacity: flags.capacity },
    environment: variables,
    mode: flags.maxRuns === null ? { kind: 'service' } : { kind: 'once', maxRuns: flags.maxRuns },
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
  let signals = 0
  const onSignal = (signal: string) => {
    signals++
    log.info({ signal }, signals === 1 ? 'stopping' : 'stopping with its runs')
    void (signals > 1 || flags.cancelRunning === 'yes' ? daemon.stopWithRuns() : daemon.stop())
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  await daemon.finished
  await daemon.stop()
  // Children that are left to the next start are no reason to stay.
  process.exit(0)
}

function parseFlags() {
  const options = {
    config: { type: 'string' },
    once: { type: 'boolean' },
    'max-runs': { type: 'string' },
    name: { type: 'string' },
    label: { type: 'string', multiple: true },
    capacity: { type: 'string' },
    'state-dir': { type: 'string' },
    'cancel-running': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
  try {
    values = parseArgs({ options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  if (values.help) return 'help'
  if (values.config === undefined) throw new UsageError('--config is missing.')
  if (values['max-runs'] !== undefined && !values.once) throw new UsageError('--max-runs goes with --once.')
  return {
    config: values.config,
    maxRuns: values.once ? parseMaxRuns(values['max-runs'] ?? '1') : null,
    name: values.name === undefined ? undefined : parseName(values.name),
    labels: values.label ?? [],
    capacity: values.capacity === undefined ? undefined : parseCapacity(values.capacity),
    stateDir: values['state-dir'] === undefined ? undefined : resolve(values['state-dir']),
    cancelRunning: values['cancel-running'] ? ('yes' as const) : ('no' as const),
  }
}

function parseMaxRuns(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--max-runs ${text}: use a whole number of at least 1.`)
  return Number(text)
}

function parseName(text: string): string {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(text)) throw new UsageError(`--name ${text}: use 1 to 64 of A–Z a–z 0–9 _ . -`)
  return text
}

function parseCapacity(text: string): RunnerConfig['capacity'] {
  if (text === 'none') return 'none'
  const capacity = Number(text)
  if (!(capacity > 0)) {
    throw new UsageError(`--capacity ${text}: use a number above 0, or "none". To take no runs, pause the runner.`)
  }
  return capacity
}

function fail(code: number, text: string): void {
  process.stderr.write(`paddock-runner: ${text}\n`)
  process.exitCode = code
  // Timers of a daemon that came up half-way must not keep it.
  setTimeout(() => process.exit(code), 100).unref()
}
