import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmasterPid } from './read-postmaster-pid.ts'

/** The URL (superuser, with the password) of the server that runs on `dataDir` now; null when none does. */
export function runningUrl(dataDir: string): string | null {
  const said = readPostmasterPid(join(dataDir, 'cluster'))
  if (said === null || said === 'garbage' || said.status !== 'ready' || said.port === null) return null
  return postgresUrl(readFileSync(join(dataDir, 'password'), 'utf8'), said.port, DATABASE)
}

/** Paddock's database in a cluster of its own. */
export const DATABASE = 'paddock'

export function postgresUrl(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}
