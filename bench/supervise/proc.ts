import { readdirSync, readFileSync } from 'node:fs'

/** Proportional set size in MB: a page that n processes share counts 1/n in each. Linux; root, or own processes. */
export function pssMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) / 1_024
}

/** User and system time that a process has used, in seconds. Clock ticks are 10 ms on every Linux that runs Node. */
export function cpuSeconds(pid: number): number {
  const [, , , , , , , , , , , user, system] = fieldsAfterName(pid)
  return (Number(user) + Number(system)) / 100
}

/** Pids of the direct children. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    return Number(fieldsAfterName(pid)[1])
  } catch {
    // It ended between the listing and the reading.
    return null
  }
}

/** From `state` on: the name before it may contain blanks and parentheses. */
function fieldsAfterName(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
