import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `Usage: node deploy/slurm/autoscale.ts --limit N --benchmark B… --config FILE [options] [-- SBATCH OPTIONS]

Keeps as many runners of one run each in Slurm as there are runs that they could claim. DATABASE_URL names the database.

  --limit N          jobs at once at most, pending ones included
  --benchmark B      what the nodes offer; may be repeated
  --agent A          an agent command line that the nodes have; may be repeated
  --label L          a label that the jobs' configuration gives; may be repeated
  --team ID          a team that the configuration serves; may be repeated; none: all
  --config FILE      the runners' configuration, as the nodes see it
  --env-file FILE    NAME=value lines with DATABASE_URL and secrets, as the nodes see it, instead of the environment
  --job-name NAME    what its jobs are called (paddock-runner): whatever has this name of this user is counted
  --interval SECONDS between two looks, ±20 % (30)
  --once-check       look once, submit, end: for cron

Options of sbatch (--partition, --time, --account, --gres …) follow two dashes.
`

/** Wrong usage; the message says what to write instead. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface Flags {
  limit: number
  /** As a runner there would register them. */
  labels: string[]
  /** Null: all. */
  teams: string[] | null
  config: string
  envFile: string | null
  jobName: string
  intervalMs: number
  mode: 'loop' | 'once-check'
  sbatchOptions: string[]
}

const options = {
  limit: { type: 'string' },
  benchmark: { type: 'string', multiple: true },
  agent: { type: 'string', multiple: true },
  label: { type: 'string', multiple: true },
  team: { type: 'string', multiple: true },
  config: { type: 'string' },
  'env-file': { type: 'string' },
  'job-name': { type: 'string', default: 'paddock-runner' },
  interval: { type: 'string', default: '30' },
  'once-check': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Throws a UsageError. */
export function parseFlags(argv: readonly string[]): Flags | 'help' {
  const dashes = argv.indexOf('--')
  const own = dashes === -1 ? argv : argv.slice(0, dashes)
  const values = parseOwn(own)
  if (values.help) return 'help'
  const { benchmark = [], agent = [], label = [] } = values
  if (values.config === undefined) throw new UsageError('--config is missing.')
  if (benchmark.length === 0) throw new UsageError('--benchmark is missing: name what the nodes can run, such as edit.')
  // Runners are called <job name>-<job id>, and that is limited.
  if (!/^[A-Za-z0-9_.-]{1,48}$/.test(values['job-name']))
    throw new UsageError(`--job-name ${values['job-name']}: use 1 to 48 of A–Z a–z 0–9 _ . -`)
  return {
    limit: wholeNumber('--limit', values.limit),
    labels: [...benchmark.map((id) => `benchmark:${id}`), ...agent.map((id) => `agent:${id}`), ...label],
    teams: values.team ?? null,
    config: resolve(values.config),
    envFile: values['env-file'] === undefined ? null : resolve(values['env-file']),
    jobName: values['job-name'],
    intervalMs: wholeNumber('--interval', values.interval) * 1_000,
    mode: values['once-check'] ? 'once-check' : 'loop',
    sbatchOptions: dashes === -1 ? [] : argv.slice(dashes + 1),
  }
}

function parseOwn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function wholeNumber(flag: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${flag} is missing.`)
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${flag} ${text}: use a whole number of at least 1.`)
  return Number(text)
}
