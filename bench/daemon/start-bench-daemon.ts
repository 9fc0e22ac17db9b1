import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface BenchDaemon {
  pid: number
  /** Ends the daemon and its runs. */
  stop(): Promise<void>
}

export interface DaemonPlan {
  databaseUrl: string
  /** Stands in for the benchmark's program: a POSIX shell script. */
  script: string
  /** Variables of the script. */
  environment: Record<string, string>
}

const program = fileURLToPath(import.meta.resolve('@paddock/runner-daemon/main'))

/** The runner as `npm start` runs it, without a cap, with a shell script in the place of a benchmark. */
export async function startBenchDaemon({ databaseUrl, script, environment }: DaemonPlan): Promise<BenchDaemon> {
  const directory = mkdtempSync('/tmp/paddock-bench-runner-')
  const scriptFile = join(directory, 'child.sh')
  writeFileSync(scriptFile, script)
  const config = {
    name: 'bench',
    stateDir: join(directory, 'state'),
    jobsDir: join(directory, 'jobs'),
    blobDir: join(directory, 'blobs'),
    capacity: 'none',
    cancelGrace: '1s',
    minFreeDiskMb: 1,
    minFreeMemoryMb: 1,
    benchmarks: { edit: { executable: ['/bin/sh', scriptFile] } },
    environment: { pass: [], set: environment },
  }
  // JSON is YAML.
  const configFile = join(directory, 'runner.yaml')
  writeFileSync(configFile, JSON.stringify(config))
  const daemon = spawn(
    process.execPath,
    ['--max-semi-space-size=4', program, '--config', configFile, '--cancel-running'],
    {
      env: { PATH: process.env.PATH, HOME: directory, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const stop = async () => {
    if (daemon.exitCode === null) {
      const ended = once(daemon, 'exit')
      daemon.kill('SIGTERM')
      await ended
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  // A sample that took too long is ended by SIGTERM, and must not leave two hundred runs behind.
  process.once('SIGTERM', () => void stop().finally(() => process.exit(143)))
  try {
    await untilReady(daemon)
  } catch (error) {
    await stop()
    throw error
  }
  return { pid: daemon.pid as number, stop }
}

async function untilReady(daemon: ChildProcess): Promise<void> {
  const said: string[] = []
  const lines = createInterface({ input: daemon.stderr as NodeJS.ReadableStream })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (said.push(line) > 20) said.shift()
      if (line.includes('"msg":"ready"')) resolve()
    })
    daemon.once('exit', () => reject(new Error(`the daemon did not come up:\n${said.join('\n')}`)))
  })
}
