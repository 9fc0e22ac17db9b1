import { readdir, readFile } from 'node:fs/promises'

export interface ProcessMark {
  pid: number
  /** Clock ticks since boot; with the pid it names a process for good. */
  startTime: string
}

interface Listed extends ProcessMark {
  parent: number
}

/**
 * All processes below `pid`, as /proc tells them; empty where there is no /proc. Agents run shell commands in sessions
 * of their own, which a signal to the group misses, and whose parent is 1 once the agent is dead: so ask before.
 */
export async function listDescendants(pid: number): Promise<ProcessMark[]> {
  const all = await listProcesses()
  const found: Listed[] = []
  const parents = new Set([pid])
  for (let more = true; more; ) {
    more = false
    for (const candidate of all) {
      if (parents.has(candidate.pid) || !parents.has(candidate.parent)) continue
      parents.add(candidate.pid)
      found.push(candidate)
      more = true
    }
  }
  return found
}

/** Whether that very process still runs; a zombie does not. */
export async function isRunning(mark: ProcessMark): Promise<boolean> {
  return (await readStat(mark.pid))?.startTime === mark.startTime
}

async function listProcesses(): Promise<Listed[]> {
  const names = await readdir('/proc').catch(() => [])
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readStat(Number(name))))
  return stats.filter((stat) => stat !== null)
}

async function readStat(pid: number): Promise<Listed | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name in parentheses may hold anything, parentheses too.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z') return null
  return { pid, parent: Number(fields[1]), startTime: fields[19] ?? '' }
}
