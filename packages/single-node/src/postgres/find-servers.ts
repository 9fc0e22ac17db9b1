import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readProcess, readWorkingDirectory } from '../process/read-process.ts'
import { readPostmasterPid } from './read-postmaster-pid.ts'

export interface ClusterProcesses {
  /** Postmasters: to these a signal means "stop the server". */
  postmasters: number[]
  /** Backends that outlive a killed postmaster for a moment; no server starts before they are gone. */
  backends: number[]
}

/**
 * The living PostgreSQL processes of a cluster, found by what they are and where they work (a server's working
 * directory is its cluster), so that a lost, broken or reused `postmaster.pid` misleads nobody. `cluster` is a real
 * path. Without `/proc` (macOS) only the process that postmaster.pid names is looked at.
 */
export function findServers(cluster: string): ClusterProcesses {
  if (process.platform !== 'linux') return { postmasters: findByPidFile(cluster), backends: [] }
  const members = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found?.command === 'postgres' && readWorkingDirectory(found.pid) === cluster)
    .filter((found) => found !== null)
  const pids = new Set(members.map((member) => member.pid))
  const isPostmaster = (pid: number) => readPid(cluster) === pid || members.some((member) => member.parentPid === pid)
  const [postmasters, backends] = [[] as number[], [] as number[]]
  for (const member of members) {
    const list = !pids.has(member.parentPid) && isPostmaster(member.pid) ? postmasters : backends
    list.push(member.pid)
  }
  return { postmasters, backends }
}

function readPid(cluster: string): number | null {
  const content = readPostmasterPid(cluster)
  return content === null || content === 'garbage' ? null : content.pid
}

function findByPidFile(cluster: string): number[] {
  const pid = readPid(cluster)
  if (pid === null) return []
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(cluster) ? [pid] : []
  } catch {
    return []
  }
}
