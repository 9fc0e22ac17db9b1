import { appendRunEvent, type Db } from '@paddock/db'
import type { RunRecord } from '../process/run-record.ts'

/** What of a run could not be stored, for those who look at the run: an event, kept until the database has it. */
export interface MissingResults {
  add(reason: string): void
  send(): Promise<'sent' | 'fenced'>
}

export function missingResults(db: Db, { runId, epoch }: RunRecord): MissingResults {
  const unsent: string[] = []
  return {
    add: (reason) => void unsent.push(reason),
    async send() {
      for (let reason = unsent[0]; reason !== undefined; reason = unsent[0]) {
        const sent = await appendRunEvent(db, { runId, epoch, kind: 'results-missing', by: null, data: { reason } })
        if (sent === null) return 'fenced'
        unsent.shift()
      }
      return 'sent'
    },
  }
}
