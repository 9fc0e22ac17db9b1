import { spawnSync } from 'node:child_process'

/**
 * The words before a program's own that have the kernel send it `signal` when the thread that spawned it dies, so
 * that kill -9 of this process leaves nothing behind. None where there is no such tool (macOS): what is left behind
 * there is ended by the next start.
 */
export function followParent(signal: 'INT' | 'TERM'): string[] {
  const words = ['setpriv', `--pdeathsig=${signal}`]
  const tried = spawnSync('setpriv', [...words.slice(1), 'true'], { cwd: '/', stdio: 'ignore' })
  return tried.status === 0 ? words : []
}
