import type { Clock } from '../clock.ts'
import { isSame, type ProcessIdentity, type ProcessTable } from './process-table.ts'
import { type RunRecord, readExit, readPidFile, revoke } from './run-record.ts'

export type Adopted =
  | { kind: 'running'; identity: ProcessIdentity }
  | { kind: 'exited'; status: number }
  /** Nothing was started, and from now on nothing will be. */
  | { kind: 'never-started' }
  /** It ran, and nobody knows how it ended: the machine restarted, or the shim was killed. */
  | { kind: 'vanished'; identity: ProcessIdentity }

/** How long a shim that created its pid file may take to fill it. */
const pidFilePatienceMs = 2_000

/** What became of a process that an earlier daemon of this host started, or was about to start. */
export async function adoptProcess(
  record: RunRecord,
  { table, clock }: { table: ProcessTable; clock: Clock },
): Promise<Adopted> {
  const exit = readExit(record)
  if (exit !== null) return { kind: 'exited', status: exit }

  const deadline = clock.nowMs() + pidFilePatienceMs
  for (;;) {
    const pidFile = readPidFile(record)
    if (pidFile === 'revoked') return { kind: 'never-started' }
    if (pidFile === 'absent') {
      if (revoke(record)) return { kind: 'never-started' }
      continue
    }
    if (pidFile === 'partial') {
      if (clock.nowMs() > deadline) return { kind: 'never-started' }
      await clock.sleep(20)
      continue
    }
    if (isSame(table, pidFile)) return { kind: 'running', identity: pidFile }
    const late = readExit(record)
    return late === null ? { kind: 'vanished', identity: pidFile } : { kind: 'exited', status: late }
  }
}
