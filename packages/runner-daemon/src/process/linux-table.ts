import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessRow, ProcessTable } from './process-table.ts'

/** Kernel ticks a second as user space sees them; fixed at 100 on every Linux architecture that Node runs on. */
const ticksPerSecond = 100

/** `/proc`, read afresh at every call: proc(5). */
export const linuxTable: ProcessTable = {
  boot: () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  read: readRow,
  all() {
    const rows: ProcessRow[] = []
    for (const name of readdirSync('/proc')) {
      const pid = Number(name)
      if (!Number.isInteger(pid)) continue
      const row = readRow(pid)
      if (row) rows.push(row)
    }
    return rows
  },
  carries(pid, variable) {
    const environment = readOrNull(`/proc/${pid}/environ`)
    return environment !== null && `\0${environment}`.includes(`\0${variable}\0`)
  },
  ageMs(row) {
    const uptimeSeconds = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
    return Math.max(0, uptimeSeconds * 1_000 - (Number(row.start) * 1_000) / ticksPerSecond)
  },
  startedSince: (a, b) => Number(a.start) >= Number(b),
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
