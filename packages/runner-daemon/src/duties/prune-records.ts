import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the records of runs that were closed longer ago than `keepMs`; 0 keeps all. Only directories that are
 * records of this daemon and say that they are closed: nothing live, and nothing of strangers.
 */
export function pruneRecords(stateDir: string, keepMs: number, nowMs: number): number {
  if (keepMs === 0) return 0
  const runs = join(stateDir, 'runs')
  let removed = 0
  for (const name of readdirSync(runs)) {
    if (!/^[A-Za-z0-9_-]+\.\d+$/.test(name)) continue
    const closed = statSync(join(runs, name, 'closed.json'), { throwIfNoEntry: false })
    if (!closed || nowMs - closed.mtimeMs < keepMs) continue
    rmSync(join(runs, name), { recursive: true, force: true })
    removed++
  }
  return removed
}
