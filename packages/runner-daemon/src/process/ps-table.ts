import { execFileSync } from 'node:child_process'
import type { ProcessRow, ProcessTable } from './process-table.ts'

/**
 * Where there is no `/proc` (macOS): the same facts from `ps`. Start times have a resolution of one second, and
 * the environment of other processes cannot be read, so a descendant that left its session *and* lost its parents
 * is not found there.
 */
export const psTable: ProcessTable = {
  boot: () => run('sysctl', ['-n', 'kern.boottime']).trim(),
  read: (pid) => parse(run('ps', ['-o', columns, '-p', String(pid)]))[0] ?? null,
  all: () => parse(run('ps', ['-axo', columns])),
  carries: () => false,
  ageMs: (row) => Math.max(0, Date.now() - Date.parse(row.start)),
  startedSince: (a, b) => Date.parse(a.start) >= Date.parse(b),
}

const columns = 'pid=,ppid=,pgid=,sess=,stat=,lstart='

export function parse(listing: string): ProcessRow[] {
  const rows: ProcessRow[] = []
  for (const line of listing.split('\n')) {
    const [pid, parent, group, session, state, ...start] = line.trim().split(/\s+/)
    if (!pid || state === undefined || state.startsWith('Z')) continue
    // macOS prints an address, or 0, as session: the group stands in for it.
    const sessionId = /^[1-9]\d*$/.test(session ?? '') ? Number(session) : Number(group)
    rows.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: sessionId,
      start: start.join(' '),
    })
  }
  return rows
}

function run(program: string, argv: string[]): string {
  try {
    return execFileSync(program, argv, {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    })
  } catch {
    // `ps -p` exits 1 for a pid that is not there.
    return ''
  }
}
