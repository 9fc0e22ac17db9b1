import { readFileSync, readlinkSync } from 'node:fs'

export interface LivingProcess {
  pid: number
  parentPid: number
  /** Ticks since boot at which it started: pid and start together name one process, a pid alone may be reused. */
  startTicks: number
  /** The kernel's name of it, at most 15 characters. */
  command: string
}

/**
 * The process with this pid from Linux' `/proc/PID/stat`, or null when none lives. A zombie counts as dead, which
 * `kill(pid, 0)` would not tell. Always null on systems without `/proc`.
 */
export function readProcess(pid: number): LivingProcess | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
  // The name stands in parentheses and may hold spaces and parentheses itself: cut at the last one.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X') return null
  return {
    pid,
    parentPid: Number(fields[1]),
    startTicks: Number(fields[19]),
    command: stat.slice(stat.indexOf('(') + 1, nameEnd),
  }
}

/** The working directory of a process, or null when it is gone or may not be asked. */
export function readWorkingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
