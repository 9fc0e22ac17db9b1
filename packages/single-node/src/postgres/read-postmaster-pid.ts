import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a server says about itself in its cluster's `postmaster.pid` (line order: PostgreSQL's pidfile.h). */
export interface PostmasterPid {
  pid: number
  /** Seconds since the epoch. */
  startedAt: number
  port: number | null
  status: string
}

/** The content of `postmaster.pid`: null when there is no such file, 'garbage' when PostgreSQL could not read it either. */
export function readPostmasterPid(cluster: string): PostmasterPid | 'garbage' | null {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const lines = text.split('\n')
  const pid = Number(lines[0]?.trim() || Number.NaN)
  if (!Number.isInteger(pid) || pid <= 0) return 'garbage'
  const port = Number(lines[3]?.trim() || Number.NaN)
  return {
    pid,
    startedAt: Number(lines[2]?.trim() ?? 0),
    port: Number.isInteger(port) ? port : null,
    status: lines[7]?.trim() ?? '',
  }
}
