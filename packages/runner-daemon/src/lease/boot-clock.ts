import { readFileSync } from 'node:fs'

/**
 * Milliseconds since the machine started, sleep included: a suspended laptop's lease runs on in the database, so it
 * has to run on here. The plain monotonic clock stands still meanwhile. No setting of the wall clock moves either.
 */
export function bootClockMs(): number {
  if (process.platform !== 'linux') return performance.now()
  return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1_000
}
