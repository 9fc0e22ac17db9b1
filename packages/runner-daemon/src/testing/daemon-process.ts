import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestHost } from './test-host.ts'
import { busyLimits } from './test-limits.ts'

/** Starts of many programs are what a test with restarts spends most of its time on. */
export const compileCache = join(tmpdir(), 'paddock-test-compiled')

export interface DaemonProcess {
  start(): void
  /** It takes runs. */
  isUp(): boolean
  /** kill -9; its runs go on. */
  kill(): Promise<void>
  /** SIGTERM: leaves its runs to the next start. */
  stop(): Promise<void>
}

/** A daemon with the limits of a busy machine, as a process of its own on a host; `prefix` starts it elsewhere. */
export function daemonProcess(host: TestHost, databaseUrl: string, prefix: readonly string[] = []): DaemonProcess {
  let child: ChildProcess | null = null
  let isUp = false
  const words = JSON.stringify({ configPath: host.configPath, databaseUrl, limits: busyLimits })
  const argv = [...prefix, process.execPath, join(import.meta.dirname, 'fixtures', 'daemon-program.ts'), words]
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    isUp = false
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    start() {
      const [program = '', ...args] = argv
      isUp = false
      child = spawn(program, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: host.directory, NODE_COMPILE_CACHE: compileCache },
      })
      child.stdout?.once('data', () => {
        isUp = true
      })
      child.stderr?.on('data', (bytes) => host.lines.push(String(bytes).trim()))
    },
    isUp: () => isUp,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
