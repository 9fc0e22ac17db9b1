import { readFileSync } from 'node:fs'
import { hostTable } from '../process/host-table.ts'

/** The attempts (`run.epoch`) that have live processes on this machine, each with `pid start` of them. */
export function liveAttempts(): Map<string, Set<string>> {
  const attempts = new Map<string, Set<string>>()
  for (const { pid, start } of hostTable.all()) {
    const attempt = attemptOf(pid)
    if (attempt === undefined) continue
    const members = attempts.get(attempt) ?? new Set()
    attempts.set(attempt, members.add(`${pid} ${start}`))
  }
  return attempts
}

function attemptOf(pid: number): string | undefined {
  try {
    return /(?:^|\0)PADDOCK_RUN=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1]
  } catch {
    // Gone between listing and reading.
    return undefined
  }
}
