import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findServers } from './find-servers.ts'
import { readPostmasterPid } from './read-postmaster-pid.ts'

/** PostgreSQL's own words for it: SIGINT "fast", SIGQUIT "immediate" (recovers at the next start). */
const STEPS = [
  { signal: 'SIGINT', patienceMs: 20_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

const LOOK_EVERY_MS = 25

/**
 * Leaves the cluster without a living process and with no `postmaster.pid` that would keep a server from starting.
 * To be called under the directory's lock only: then a server that still runs is one whose supervisor died. It is
 * stopped rather than adopted, since a server that shuts down by itself at that moment looks the same for a while.
 * Returns the port that such a server listened on, for clients that still hold it, else null.
 */
export async function endLeftovers(cluster: string, log: (line: string) => void): Promise<number | null> {
  const left = readPostmasterPid(cluster)
  const { postmasters } = findServers(cluster)
  if (postmasters.length > 0) log(`stopping a server that was left running (process ${postmasters.join(', ')})`)

  for (const { signal, patienceMs } of STEPS) {
    const { postmasters, backends } = findServers(cluster)
    // Backends follow a dead postmaster by themselves; a signal to them would mean something else.
    for (const pid of signal === 'SIGKILL' ? [...postmasters, ...backends] : postmasters) sendSignal(pid, signal)
    if (await isEmptyWithin(cluster, patienceMs)) {
      // What is left of the file belongs to nobody: its pid is dead, or by now another program's.
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return postmasters.length > 0 && left !== null && left !== 'garbage' ? left.port : null
    }
  }
  throw new Error(`processes ${findServers(cluster).postmasters.join(', ')} of ${cluster} do not end`)
}

async function isEmptyWithin(cluster: string, patienceMs: number): Promise<boolean> {
  const end = performance.now() + patienceMs
  for (;;) {
    const { postmasters, backends } = findServers(cluster)
    if (postmasters.length + backends.length === 0) return true
    if (performance.now() > end) return false
    await sleep(LOOK_EVERY_MS)
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
