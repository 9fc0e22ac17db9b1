import type { ProcessIdentity, ProcessRow, ProcessTable } from './process-table.ts'

export interface Tree {
  /** The shim, which leads the session; null where it never became known. */
  leader: ProcessIdentity | null
  /** `PADDOCK_RUN=…`: inherited by everything that the run starts. */
  marker: string
  /** Members seen so far, pid → start: they stay members when their parents are gone. */
  seen: Map<number, string>
}

export function treeOf(leader: ProcessIdentity | null, marker: string): Tree {
  return { leader, marker, seen: new Map() }
}

/**
 * The live processes of a run: its session, whoever carries its marker, whoever was seen as a member before, and
 * the descendants of all of these. Agents run their shell commands in sessions of their own, so no one of the four
 * is enough. Adds what it finds to `seen`. A look at the machine since `notBeforeMs` (`performance.now()`) will do;
 * absent: a new one.
 */
export function findTree(table: ProcessTable, tree: Tree, notBeforeMs?: number): ProcessRow[] {
  const boot = table.boot()
  if (tree.leader && tree.leader.boot !== boot) return []
  const rows = table.all(notBeforeMs)
  const members = new Map<number, ProcessRow>()
  for (const row of rows) if (isMember(table, tree, row)) members.set(row.pid, row)
  addSession(tree, rows, members)
  addDescendants(rows, members)
  members.delete(process.pid)
  for (const row of members.values()) tree.seen.set(row.pid, row.start)
  return [...members.values()]
}

function isMember(table: ProcessTable, { leader, marker, seen }: Tree, row: ProcessRow): boolean {
  if (row.pid === process.pid) return false
  if (leader && row.pid === leader.pid) return row.start === leader.start
  if (seen.get(row.pid) === row.start) return true
  // Whatever is older than the leader is none of its offspring: most processes need no look at their environment.
  if (leader && !table.startedSince(row, leader.start)) return false
  return table.carries(row, marker)
}

/** A session's number cannot be given away while a member of it lives: one proven member vouches for the rest. */
function addSession({ leader }: Tree, rows: ProcessRow[], members: Map<number, ProcessRow>): void {
  if (!leader) return
  const vouched = [...members.values()].some((row) => row.session === leader.pid)
  if (!vouched) return
  for (const row of rows) if (row.session === leader.pid) members.set(row.pid, row)
}

function addDescendants(rows: ProcessRow[], members: Map<number, ProcessRow>): void {
  for (let grew = true; grew; ) {
    grew = false
    for (const row of rows) {
      if (members.has(row.pid) || row.pid === process.pid || !members.has(row.parent)) continue
      members.set(row.pid, row)
      grew = true
    }
  }
}
