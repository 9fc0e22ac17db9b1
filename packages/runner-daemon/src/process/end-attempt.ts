import type { Clock } from '../clock.ts'
import { endTree } from './end-tree.ts'
import { treeOf } from './find-tree.ts'
import type { ProcessTable } from './process-table.ts'
import { markerOf, type RunRecord, readIntent, readPidFile, revoke } from './run-record.ts'

/** After a tree that the kernel would not let go. */
const againMs = 5_000

/**
 * Kills what an attempt that is over has left, and takes from a shim that is on its way its right to start. Resolves
 * once the tree is proved dead, or when nobody asks any more. Doing it twice, also at once, is harmless.
 */
export async function endAttempt(
  record: RunRecord,
  { table, clock, abandoned }: { table: ProcessTable; clock: Clock; abandoned: () => boolean },
): Promise<void> {
  const hasRecord = readIntent(record) !== null
  if (hasRecord && readPidFile(record) === 'absent') revoke(record)
  const pidFile = hasRecord ? readPidFile(record) : 'absent'
  const tree = treeOf(typeof pidFile === 'object' ? pidFile : null, markerOf(record))
  while (!abandoned() && !(await endTree(tree, { table, clock, graceMs: 0, leaderExitGraceMs: 0 }))) {
    await clock.sleep(againMs)
  }
}
