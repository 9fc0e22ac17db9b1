import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RunRecord, readNote, recordOf } from './run-record.ts'

/** Records of this host that nobody has closed. */
export function openRecords(stateDir: string): RunRecord[] {
  return readdirSync(join(stateDir, 'runs')).flatMap((name) => {
    const [, runId, epoch] = /^([A-Za-z0-9_-]+)\.(\d+)$/.exec(name) ?? []
    if (runId === undefined) return []
    const record = recordOf(stateDir, runId, Number(epoch))
    return isOpen(record) ? [record] : []
  })
}

/** Those of earlier attempts at one run. */
export function openRecordsBefore(stateDir: string, { runId, epoch }: { runId: string; epoch: number }): RunRecord[] {
  return Array.from({ length: epoch }, (_, earlier) => recordOf(stateDir, runId, earlier)).filter(
    (record) => existsSync(record.directory) && isOpen(record),
  )
}

const isOpen = (record: RunRecord) => readNote(record, 'closed.json') === null
