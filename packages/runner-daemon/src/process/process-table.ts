/** One live process as the kernel shows it. */
export interface ProcessRow {
  pid: number
  parent: number
  group: number
  session: number
  /** Start time in the table's own unit; with the pid and the boot it names a process for ever. */
  start: string
}

/** Names a process beyond reuse of its pid. */
export interface ProcessIdentity {
  pid: number
  start: string
  boot: string
}

/** What the operating system says of processes. Zombies are dead: no function returns them. */
export interface ProcessTable {
  /** Changes when the machine restarts. */
  boot(): string
  /** Null: no such process, or a zombie. */
  read(pid: number): ProcessRow | null
  /**
   * All live processes, as they were at or after `notBeforeMs` of `performance.now()`: many trees that are looked for at
   * the same time share one look at the machine. Absent: a new look.
   */
  all(notBeforeMs?: number): ProcessRow[]
  /** Whether the process was started with `NAME=value` in its environment; false where it cannot be known. */
  carries(row: ProcessRow, variable: string): boolean
  /** Milliseconds since it started; null where the process is gone. */
  ageMs(row: ProcessRow): number
  /** Whether `a` started no earlier than `b`. */
  startedSince(a: ProcessRow, b: string): boolean
}

export function isSame(table: ProcessTable, identity: ProcessIdentity): boolean {
  return table.boot() === identity.boot && table.read(identity.pid)?.start === identity.start
}
