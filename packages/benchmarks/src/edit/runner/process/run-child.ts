import { type ChildProcess, spawn } from 'node:child_process'
import type { Sleep } from '../sleep.ts'
import { endTree } from './end-tree.ts'

const stderrTailChars = 64 * 1024
/** A grandchild may hold the pipes open after the child is gone. */
const drainMs = 500

/**
 * A child that has solved its task may end by itself for this long: only then does it report what it used, and
 * without that the solved trials alone would have no tokens.
 */
const finishMs = 5_000

export interface ChildEnding {
  exitCode: number | null
  exitSignal: NodeJS.Signals | null
  /** Its end. */
  stderr: string
  /** Why it was ended from here; null: by itself. */
  stopped: StopReason | null
  /** It could not be started. */
  spawnError: NodeJS.ErrnoException | null
}

export type StopReason = 'cancel' | 'timeout' | 'turns' | 'solved'

export interface ChildOptions {
  argv: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  stdin: string
  timeoutMs: number
  signal: AbortSignal
  sleep: Sleep
  /** Standard output as it comes; ends the child by calling `stop`. */
  onOutput: (bytes: Uint8Array, stop: (reason: StopReason) => void) => void
}

/** Runs a program in a process group of its own until it ends, its time is up, or it is stopped. Never rejects. */
export async function runChild(options: ChildOptions): Promise<ChildEnding> {
  const [file = '', ...args] = options.argv
  const child = spawn(file, args, { cwd: options.cwd, env: options.env, detached: true, stdio: 'pipe' })
  let stderr = ''
  let stopped: StopReason | null = null
  const exited = new AbortController()
  child.once('exit', () => exited.abort())
  let ending: Promise<void> | null = null
  const stop = (reason: StopReason): void => {
    if (stopped !== null || child.exitCode !== null) return
    stopped = reason
    ending = end(child, reason, exited.signal, options)
  }

  child.stdout.on('data', (bytes: Buffer) => options.onOutput(bytes, stop))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrTailChars)
  })
  // A child that ends early closes its end; that is no error of ours.
  child.stdin.on('error', () => {})
  child.stdin.end(options.stdin)
  const timer = setTimeout(() => stop('timeout'), options.timeoutMs)
  const cancel = () => stop('cancel')
  options.signal.addEventListener('abort', cancel, { once: true })
  if (options.signal.aborted) cancel()
  try {
    const spawnError = await ended(child, options.sleep)
    await (ending as Promise<void> | null)
    return { exitCode: child.exitCode, exitSignal: child.signalCode, stderr, stopped, spawnError }
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', cancel)
  }
}

async function end(child: ChildProcess, reason: StopReason, exited: AbortSignal, options: ChildOptions): Promise<void> {
  if (reason === 'solved') await options.sleep(finishMs, AbortSignal.any([exited, options.signal]))
  // Asked by SIGINT, Claude Code still reports what the session cost.
  await endTree(child, reason === 'cancel' ? 'SIGTERM' : 'SIGINT', options.sleep)
}

async function ended(child: ChildProcess, sleep: Sleep): Promise<NodeJS.ErrnoException | null> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    child.once('error', resolve)
    child.once('exit', () => resolve(null))
  })
  if (error !== null && child.pid === undefined) return error
  const drained = new AbortController()
  await Promise.race([closed, sleep(drainMs, drained.signal)])
  drained.abort()
  child.stdout?.destroy()
  child.stderr?.destroy()
  return null
}
