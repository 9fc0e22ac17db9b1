import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const program = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'runner-daemon', 'src', 'main.ts')

export interface Runner {
  process: ChildProcess
  /** How it came up, or that it did not, with its words. */
  settled: Promise<{ kind: 'ready' } | { kind: 'ended'; code: number | null; stderr: string }>
  /** Ends it and its runs. */
  stop(): Promise<void>
}

/** A runner beside the one of `npm start`, as an operator starts it on another machine. */
export function startRunner(configFile: string, databaseUrl: string): Runner {
  const child = spawn(process.execPath, [program, '--config', configFile, '--cancel-running'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent', DATABASE_URL: databaseUrl },
  })
  const settled: Runner['settled'] = new Promise((resolve) => {
    let stderr = ''
    child.stderr?.on('data', (bytes) => {
      stderr += bytes
      if (stderr.includes('"msg":"ready"')) resolve({ kind: 'ready' })
    })
    child.once('close', (code) => resolve({ kind: 'ended', code, stderr }))
  })
  return {
    process: child,
    settled,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}
