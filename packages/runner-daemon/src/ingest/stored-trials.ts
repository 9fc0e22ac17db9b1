import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunRecord } from '../process/run-record.ts'

/** Which ended trials have their traces and artifacts stored: one name a line, so that a new daemon goes on there. */
export interface StoredTrials {
  /** As they ended: a trial whose files changed afterwards is stored again. */
  has(name: string, finishedAt: string | null): boolean
  add(name: string, finishedAt: string | null): void
}

const fileName = 'stored-trials'

export function storedTrials(record: RunRecord, onUnwritten: (error: unknown) => void): StoredTrials {
  const path = join(record.directory, fileName)
  const lines = new Set([...earlierRecords(record), record.directory].flatMap(linesOf))
  const lineOf = (name: string, finishedAt: string | null) => JSON.stringify([name, finishedAt])
  return {
    has: (name, finishedAt) => lines.has(lineOf(name, finishedAt)),
    add(name, finishedAt) {
      const line = lineOf(name, finishedAt)
      if (lines.has(line)) return
      lines.add(line)
      try {
        appendFileSync(path, `${line}\n`, { mode: 0o600 })
      } catch (error) {
        // Known in memory all the same; only a later daemon would store it again, which changes nothing.
        onUnwritten(error)
      }
    },
  }
}

function linesOf(recordDirectory: string): string[] {
  const path = join(recordDirectory, fileName)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}

/** Of earlier attempts of the run: what they stored of trials that a resume keeps is stored. */
function earlierRecords({ directory, runId, epoch }: RunRecord): string[] {
  if (epoch < 2 || !existsSync(dirname(directory))) return []
  return readdirSync(dirname(directory)).flatMap((name) => {
    const [, id, earlier] = /^(.+)\.(\d+)$/.exec(name) ?? []
    return id === runId && Number(earlier) < epoch ? [join(dirname(directory), name)] : []
  })
}
