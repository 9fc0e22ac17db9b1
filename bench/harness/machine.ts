import { cpus, loadavg, release, totalmem } from 'node:os'

export interface Machine {
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  /** Load average of the last minute, at the start and at the end of the bench: what else ran. */
  load: [number, number]
  /** Versions of what it was measured with and against. */
  versions: Record<string, string>
}

export function describeMachine(loadAtStart: number, versions: Record<string, string>): Machine {
  const all = cpus()
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${release()}`,
    node: process.version,
    load: [loadAtStart, loadNow()],
    versions,
  }
}

export function loadNow(): number {
  return Number((loadavg()[0] ?? 0).toFixed(2))
}
