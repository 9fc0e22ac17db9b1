import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BoundedLog } from './bounded-log.ts'
import type { ChildRecord } from './child-record.ts'
import { spotError } from './spot-error.ts'

/** One program to keep alive. */
export interface Program {
  name: string
  argv: string[]
  environment: Record<string, string>
  /** Where its output goes, and the path that the operator is told. */
  log: BoundedLog
  logFile: string
  /** From SIGTERM to SIGKILL. */
  stopPatienceMs: number
}

export interface KeptProgram {
  program: Program
  /** Deaths that nobody asked for. */
  deaths(): number
  lastLines(): string[]
  /** SIGTERM, then SIGKILL after the program's patience; it is not started again. */
  stop(): Promise<void>
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** A program that lived this long was well: its next death is a first one again. */
const WELL_AFTER_MS = 60_000
const KEPT_LINES = 30
/** The same complaint is repeated on the terminal at most this often. */
const SAME_ERROR_EVERY_MS = 60_000

/** Starts `program` and starts it again, with growing delays, whenever it ends by itself; says so through `say`. */
export function keepRunning(program: Program, record: ChildRecord, say: (text: string) => void): KeptProgram {
  const stopping = new AbortController()
  const lines: string[] = []
  let deaths = 0
  let child: ChildProcess | null = null

  const ended = (async () => {
    let delay = FIRST_DELAY_MS
    while (!stopping.signal.aborted) {
      const born = performance.now()
      child = spawnProgram(program, lines, say)
      if (child.pid !== undefined) record.started(program.name, child.pid)
      const how = await exitOf(child)
      record.ended(program.name)
      child = null
      if (stopping.signal.aborted) return
      deaths += 1
      if (performance.now() - born > WELL_AFTER_MS) delay = FIRST_DELAY_MS
      say(
        `${program.name} ended by itself (${how}); starting it again in ${delay / 1000} s. Its log: ${program.logFile}`,
      )
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    }
  })()

  return {
    program,
    deaths: () => deaths,
    lastLines: () => [...lines],
    stop: async () => {
      stopping.abort()
      child?.kill('SIGTERM')
      const force = setTimeout(() => child?.kill('SIGKILL'), program.stopPatienceMs)
      await ended
      clearTimeout(force)
    },
  }
}

function spawnProgram(program: Program, lines: string[], say: (text: string) => void): ChildProcess {
  const [command = '', ...args] = program.argv
  // A session of its own: Ctrl-C goes to the supervisor alone, which stops the programs in their order.
  const child = spawn(command, args, {
    cwd: '/',
    env: program.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const complain = limitRepeats((text) => say(`${program.name}: ${text}`))
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      program.log.write(`${line}\n`)
      if (lines.push(line) > KEPT_LINES) lines.shift()
      const error = spotError(line)
      if (error !== null) complain(error)
    })
  }
  return child
}

function limitRepeats(say: (text: string) => void): (text: string) => void {
  const saidAt = new Map<string, number>()
  return (text) => {
    const now = performance.now()
    for (const [old, at] of saidAt) if (now - at > SAME_ERROR_EVERY_MS) saidAt.delete(old)
    if (saidAt.has(text)) return
    saidAt.set(text, now)
    say(text)
  }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // 'exit', not 'close': what the program started may hold its output open for days.
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
  })
}
