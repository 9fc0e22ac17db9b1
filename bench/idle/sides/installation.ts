import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, pssMb } from '../../supervise/proc.ts'

const main = join(import.meta.dirname, '..', '..', '..', 'packages', 'single-node', 'src', 'main.ts')

/** Once it was ready, its caches and first looks have settled. */
const settledMs = 60_000

/** PSS in MB of a whole new installation a minute after it was ready, with no page open and no run. */
export async function sample({ port }: { port: number }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-idle-'))
  const supervisor = spawn(
    process.execPath,
    [main, '--port', String(port), '--data-dir', dataDir, '--no-open', '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    await Promise.race([
      once(supervisor.stdout, 'data'),
      once(supervisor, 'exit').then(() => Promise.reject(new Error('it ended before it was ready'))),
    ])
    await sleep(settledMs)
    const pids = familyOf(supervisor.pid as number)
    return { pss_mb: pids.reduce((sum, pid) => sum + pssMb(pid), 0), processes: pids.length }
  } finally {
    const ended = supervisor.exitCode === null ? once(supervisor, 'exit') : undefined
    supervisor.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}
