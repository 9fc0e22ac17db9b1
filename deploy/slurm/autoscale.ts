#!/usr/bin/env node
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@paddock/db'
import { type Check, checkQueue } from './src/check-queue.ts'
import { readEnvironment } from './src/env.ts'
import { type Flags, parseFlags, UsageError, usage } from './src/parse-flags.ts'
import { SlurmError } from './src/run-slurm.ts'

const checkout = join(import.meta.dirname, '..', '..')

try {
  const flags = parseFlags(process.argv.slice(2))
  if (flags === 'help') process.stdout.write(usage)
  else await run(flags)
} catch (error) {
  const isUsage = error instanceof UsageError
  say(isUsage ? `${error.message}\n\n${usage}` : describe(error))
  process.exitCode = isUsage ? 2 : 1
}

async function run(flags: Flags): Promise<void> {
  const { databaseUrl, variables } = readEnvironment(flags.envFile)
  if (databaseUrl === null)
    throw new UsageError(`DATABASE_URL is not set${flags.envFile ? ` in ${flags.envFile}` : ''}.`)
  const uid = process.getuid?.()
  if (uid === undefined) throw new Error('This system has no users as Slurm knows them.')
  const stopped = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort())
  // Idle connections are closed: a look takes a second of each half minute.
  const pool = connect(databaseUrl, {
    ...({ role: 'paddock_runner', applicationName: 'paddock slurm autoscale', max: 2, idleTimeoutMs: 10_000 } as const),
  })
  const onSubmitted = (id: number) => say(`submitted job ${id}`)
  const look = () => checkQueue(flags, { db: pool.db, checkout, environment: variables, uid, onSubmitted })
  try {
    if (flags.mode === 'once-check') say(summary(await look(), flags))
    else await loop(look, flags, stopped.signal)
  } finally {
    await pool.close()
  }
}

/** Looks until it is stopped; whatever does not answer is asked again, and said once. */
async function loop(look: () => Promise<Check | 'busy'>, flags: Flags, stopped: AbortSignal): Promise<void> {
  let lastSaid = ''
  const sayOnce = (text: string) => {
    if (text !== lastSaid) say(text)
    lastSaid = text
  }
  while (!stopped.aborted) {
    try {
      sayOnce(summary(await look(), flags))
    } catch (error) {
      sayOnce(`${describe(error)} Nothing more is submitted now, jobs that are there go on; asking again.`)
    }
    await sleep(flags.intervalMs * (0.8 + 0.4 * Math.random()), undefined, { signal: stopped }).catch(() => {})
  }
  say('stopped; jobs that are there go on')
}

function summary(check: Check | 'busy', { jobName, limit }: Flags): string {
  if (check === 'busy') return `another autoscaler for ${jobName} is looking at this moment; nothing done`
  const { claimable, live, waiting, submitted, failing } = check
  const facts = `${claimable} runs to claim, ${live} jobs (${waiting} without a run) of ${limit}, ${submitted.length} submitted`
  if (failing.length === 0) return facts
  return `${facts}. The last jobs failed (${failing.join(', ')}): one at a time until one works; see their paddock-runner-<id>.log`
}

/** A driver's error stands inside the query layer's, which begins with the whole statement. */
function describe(error: unknown): string {
  const cause = error instanceof SlurmError || !(error instanceof Error) ? error : (error.cause ?? error)
  if (!(cause instanceof Error)) return sentence(String(cause))
  return sentence(cause.message || ('code' in cause ? String(cause.code) : cause.name))
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`)
}
