import { isSame, type ProcessIdentity, type ProcessTable } from './process-table.ts'

export type Sent = 'sent' | 'not-ours' | 'gone'

/**
 * Signals one process, after reading its identity again: a pid that now names another process gets nothing.
 * The daemon itself is never signalled.
 */
export function signalProcess(table: ProcessTable, identity: ProcessIdentity, signal: NodeJS.Signals): Sent {
  if (identity.pid === process.pid) return 'not-ours'
  if (!isSame(table, identity)) return 'not-ours'
  return send(identity.pid, signal)
}

/** Signals the group that the process leads; refused where that is the daemon's own group, or it leads none. */
export function signalGroup(table: ProcessTable, leader: ProcessIdentity, signal: NodeJS.Signals): Sent {
  const row = table.read(leader.pid)
  if (!row || row.start !== leader.start || table.boot() !== leader.boot) return 'not-ours'
  if (row.group !== leader.pid || leader.pid <= 1) return 'not-ours'
  if (row.group === table.read(process.pid)?.group) return 'not-ours'
  return send(-leader.pid, signal)
}

function send(target: number, signal: NodeJS.Signals): Sent {
  try {
    process.kill(target, signal)
    return 'sent'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone'
    throw error
  }
}
