import { describeError } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'
import { type RunRecord, writeNote } from '../process/run-record.ts'

/** Marks a record as done with: nothing of it is looked at again, and retention may remove it. */
export function closeRecord(log: Log, record: RunRecord, how: 'finished' | 'released' | 'fenced'): void {
  try {
    writeNote(record, 'closed.json', { how })
  } catch (error) {
    // Only costs the next start a look at it.
    log.debug({ runId: record.runId, error: describeError(error) }, 'a record was not closed')
  }
}
