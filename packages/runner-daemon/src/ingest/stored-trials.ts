import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunRecord } from '../process/run-record.ts'

/** Which ended trials have their traces and artifacts stored: one name a line, so that a new daemon goes on there. */
export interface StoredTrials {
  /** As they ended: a trial whose files changed afterwards is stored again. */
  has(name: string, finishedAt: string | null): boolean
  add(name: string, finishedAt: string | null): void
}

export function storedTrials(record: RunRecord): StoredTrials {
  const path = join(record.directory, 'stored-trials')
  const lines = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])
  const lineOf = (name: string, finishedAt: string | null) => JSON.stringify([name, finishedAt])
  return {
    has: (name, finishedAt) => lines.has(lineOf(name, finishedAt)),
    add(name, finishedAt) {
      const line = lineOf(name, finishedAt)
      if (lines.has(line)) return
      appendFileSync(path, `${line}\n`, { mode: 0o600 })
      lines.add(line)
    },
  }
}
