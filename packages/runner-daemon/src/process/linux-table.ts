import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessRow, ProcessTable } from './process-table.ts'

/** Kernel ticks a second as user space sees them; fixed at 100 on every Linux architecture that Node runs on. */
const ticksPerSecond = 100

/** `/proc`: proc(5). */
export const linuxTable: ProcessTable = {
  boot: () => (boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  read: readRow,
  all(notBeforeMs = Number.POSITIVE_INFINITY) {
    if (shared !== null && shared.takenMs >= notBeforeMs) return shared.rows
    const takenMs = performance.now()
    const rows: ProcessRow[] = []
    for (const name of readdirSync('/proc')) {
      const pid = Number(name)
      if (!Number.isInteger(pid)) continue
      const row = readRow(pid)
      if (row) rows.push(row)
    }
    forgetDead(rows)
    shared = { takenMs, rows }
    return rows
  },
  carries: (row, variable) => markerOf(row) === variable,
  ageMs(row) {
    const uptimeSeconds = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
    return Math.max(0, uptimeSeconds * 1_000 - (Number(row.start) * 1_000) / ticksPerSecond)
  },
  startedSince: (a, b) => Number(a.start) >= Number(b),
}

/** The same for as long as this process lives. */
let boot: string | null = null

let shared: { takenMs: number; rows: ProcessRow[] } | null = null

/** `PADDOCK_RUN=…` of a process by pid and start: it is set at exec and never changes after. */
let markers = new Map<string, string | null>()
const keyOf = (row: ProcessRow) => `${row.pid} ${row.start}`
/** A process that was forked but has not called exec still shows the environment of its parent. */
const execPatienceMs = 2_000

function markerOf(row: ProcessRow): string | null {
  const known = markers.get(keyOf(row))
  if (known !== undefined) return known
  const environment = readOrNull(`/proc/${row.pid}/environ`)
  const start = environment === null ? -1 : `\0${environment}`.indexOf('\0PADDOCK_RUN=')
  const marker = start === -1 ? null : (environment?.slice(start).split('\0', 1)[0] ?? null)
  if (linuxTable.ageMs(row) > execPatienceMs) markers.set(keyOf(row), marker)
  return marker
}

function forgetDead(rows: ProcessRow[]): void {
  if (markers.size === 0) return
  const alive = new Map<string, string | null>()
  for (const row of rows) {
    const marker = markers.get(keyOf(row))
    if (marker !== undefined) alive.set(keyOf(row), marker)
  }
  markers = alive
}

function readRow(pid: number): ProcessRow | null {
  const line = readOrNull(`/proc/${pid}/stat`)
  if (line === null) return null
  // The command name may hold spaces and brackets: fields count from the last one.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const start = fields[19]
  if (state === 'Z' || state === 'X' || start === undefined) return null
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // Gone between listing and reading (ENOENT, ESRCH), or not ours to read (EACCES).
    return null
  }
}
