import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { RunnerConfig } from '../config/config.ts'
import type { DaemonMode } from '../daemon-options.ts'

export const usage = `Usage: paddock-runner --config FILE [--once] [--max-runs N] [--name N] [--label L]… [--capacity W|none]
                      [--state-dir DIR] [--cancel-running] [--when-drained end|stay]
       paddock-runner doctor --config FILE [--json]

  --config FILE      YAML; read again whenever it changes. DATABASE_URL names the database.
  --once             claim one run, finish it, exit; SIGTERM ends the run within its grace
  --max-runs N       with --once: so many runs instead of one
  --name N           what this runner is called, instead of the file's
  --label L          a label more than the file gives; may be repeated
  --capacity W|none  units of weight at once, instead of the file's
  --state-dir DIR    its own directory, instead of the file's: for several runners with one file
  --cancel-running   SIGTERM ends the runs, instead of leaving them to the next start
  --when-drained W   what it does once an operator has drained it and it holds no run: end with 0, or stay. end
  doctor             check database, clock, directories, executables and credentials, then exit
`

/** The words cannot be understood; the message says which, and the usage is shown with it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface RunFlags {
  kind: 'run'
  config: string
  mode: DaemonMode
  name: string | undefined
  labels: string[]
  capacity: RunnerConfig['capacity'] | undefined
  stateDir: string | undefined
  onStop: 'hand-over' | 'end-runs'
}

export type Flags = { kind: 'help' } | { kind: 'doctor'; config: string; format: 'json' | 'text' } | RunFlags

const options = {
  config: { type: 'string' },
  once: { type: 'boolean' },
  'max-runs': { type: 'string' },
  name: { type: 'string' },
  label: { type: 'string', multiple: true },
  capacity: { type: 'string' },
  'state-dir': { type: 'string' },
  'cancel-running': { type: 'boolean' },
  'when-drained': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Throws a UsageError. */
export function parseFlags(args: string[]): Flags {
  const { values, positionals } = read(args)
  if (values.help) return { kind: 'help' }
  const [command, ...more] = positionals
  if (more.length > 0 || (command !== undefined && command !== 'doctor')) {
    throw new UsageError(`${positionals.join(' ')}: not understood.`)
  }
  if (values.config === undefined) throw new UsageError('--config is missing.')
  if (command === 'doctor') return { kind: 'doctor', config: values.config, format: values.json ? 'json' : 'text' }
  if (values['max-runs'] !== undefined && !values.once) throw new UsageError('--max-runs goes with --once.')
  if (values['when-drained'] !== undefined && values.once)
    throw new UsageError('--when-drained does not go with --once.')
  return {
    kind: 'run',
    config: values.config,
    mode: values.once
      ? { kind: 'once', maxRuns: parseMaxRuns(values['max-runs'] ?? '1') }
      : { kind: 'service', whenDrained: parseWhenDrained(values['when-drained'] ?? 'end') },
    name: values.name === undefined ? undefined : parseName(values.name),
    labels: values.label ?? [],
    capacity: values.capacity === undefined ? undefined : parseCapacity(values.capacity),
    stateDir: values['state-dir'] === undefined ? undefined : resolve(values['state-dir']),
    onStop: values['cancel-running'] ? 'end-runs' : 'hand-over',
  }
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function parseMaxRuns(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--max-runs ${text}: use a whole number of at least 1.`)
  return Number(text)
}

function parseWhenDrained(text: string): 'end' | 'stay' {
  if (text !== 'end' && text !== 'stay') throw new UsageError(`--when-drained ${text}: use "end" or "stay".`)
  return text
}

function parseName(text: string): string {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(text)) throw new UsageError(`--name ${text}: use 1 to 64 of A–Z a–z 0–9 _ . -`)
  return text
}

function parseCapacity(text: string): RunnerConfig['capacity'] {
  if (text === 'none') return 'none'
  const capacity = Number(text)
  if (!(capacity > 0 && capacity <= 100_000)) {
    throw new UsageError(`--capacity ${text}: use a number above 0, or "none". To take no runs, pause the runner.`)
  }
  return capacity
}
