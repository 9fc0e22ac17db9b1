import type { Clock } from '../clock.ts'
import { isSame, type ProcessIdentity, type ProcessTable } from '../process/process-table.ts'

/** Resolves when an adopted process, whose end no signal tells, is gone. */
export async function watchLeader(
  identity: ProcessIdentity,
  { table, clock, given }: { table: ProcessTable; clock: Clock; given: () => boolean },
): Promise<void> {
  while (!given() && isSame(table, identity)) await clock.sleep(250)
}
