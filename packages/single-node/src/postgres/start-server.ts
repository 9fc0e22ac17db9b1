import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterPid } from './read-postmaster-pid.ts'
import { SERVER_ENVIRONMENT } from './server-environment.ts'

export interface Server {
  pid: number
  port: number
  /** Resolves when the server is gone, with how it ended ("exit 0", "SIGKILL"). Never rejects. */
  exited: Promise<string>
}

export type StartAttempt = { kind: 'ready'; server: Server } | { kind: 'failed'; how: string; output: string[] }

/** How long a server may take until it accepts connections. Crash recovery of a large cluster is most of it. */
const READY_PATIENCE_MS = 300_000
const LOOK_EVERY_MS = 10
const KEPT_LINES = 20

/** Spawns one server and waits until it accepts connections. `argv` is complete but for the port. */
export async function startServer(
  cluster: string,
  argv: string[],
  port: number,
  log: (line: string) => void,
): Promise<StartAttempt> {
  const [command = '', ...args] = argv
  // A session of its own: Ctrl-C in a terminal must reach the supervisor only, which stops the database last.
  const child = spawn(command, [...args, '-p', String(port)], {
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const output: string[] = []
  const lines = createInterface({ input: child.stderr })
  lines.on('line', (line) => {
    log(line)
    if (output.push(line) > KEPT_LINES) output.shift()
  })
  let how: string | null = null
  const exited = exitOf(child).then((text) => {
    how = text
    return text
  })

  const end = performance.now() + READY_PATIENCE_MS
  while (how === null && performance.now() < end) {
    const said = readPostmasterPid(cluster)
    if (said !== null && said !== 'garbage' && said.pid === child.pid && said.status === 'ready') {
      return { kind: 'ready', server: { pid: said.pid, port, exited } }
    }
    await sleep(LOOK_EVERY_MS)
  }
  if (how === null) {
    child.kill('SIGQUIT')
    how = `not ready after ${READY_PATIENCE_MS / 1000} s, then ${await exited}`
  }
  return { kind: 'failed', how, output }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`))
  })
}
