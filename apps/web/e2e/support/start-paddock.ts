import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..', '..')

export interface Paddock {
  url: string
  ownerLink: string | null
  dataDir: string
  process: ChildProcess
  /** Ends it as Ctrl-C does, and waits. */
  stop(): Promise<void>
  /** Stops, and removes its data. */
  dispose(): Promise<void>
}

export interface StartOptions {
  dataDir?: string
  port?: number
  args?: string[]
  env?: Record<string, string>
}

/** Starts the whole product on a free port of loopback and waits for its ready line. */
export async function startPaddock({ dataDir, port, args = [], env = {} }: StartOptions = {}): Promise<Paddock> {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'paddock-e2e-')))
  const child = spawn(
    process.execPath,
    [
      join(root, 'packages', 'single-node', 'src', 'main.ts'),
      ...['--port', String(port ?? (await freePort())), '--data-dir', directory, '--no-open', '--json', ...args],
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  )
  const ready = await readyLine(child)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  }
  return {
    ...ready,
    process: child,
    stop,
    dispose: async () => {
      await stop()
      // Runs that are under way outlive it and may still write.
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

function readyLine(child: ChildProcess): Promise<{ url: string; ownerLink: string | null; dataDir: string }> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stderr?.on('data', (text) => (stderr += text))
    child.stdout?.on('data', (text) => {
      stdout += text
      const end = stdout.indexOf('\n')
      if (end >= 0) resolve(JSON.parse(stdout.slice(0, end)))
    })
    child.once('exit', (code) => reject(new Error(`Paddock ended with ${code} before it was ready:\n${stderr}`)))
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
