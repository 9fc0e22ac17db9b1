import { readdirSync, readFileSync } from 'node:fs'

/** Command lines of all processes of this machine that belong to a run, of whatever attempt, by the mark in their environment. */
export function processesOfRun(runId: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isMarked = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`PADDOCK_RUN=${runId}.`)
        return isMarked ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`] : []
      } catch {
        // It ended while it was looked at.
        return []
      }
    })
}
