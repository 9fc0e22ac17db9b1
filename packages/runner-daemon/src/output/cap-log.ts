import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { logPath, type RunRecord, readNote, writeNote } from '../process/run-record.ts'
import { logSize } from './follow-log.ts'

/** Bytes `from` … `to` of a log that were given back to the disk. */
export interface Hole {
  from: number
  to: number
}

export type Capped = 'within' | 'elided' | 'impossible'

const blockBytes = 4096

/**
 * Keeps the disk use of a log under `capBytes` while its writer goes on: the middle becomes a hole in the file, whose
 * blocks the file system takes back. No pipe, no rename, no lost byte at either end, and the count is exact.
 * The hole is noted before it is made. `impossible`: the file system or the host cannot do it.
 */
export async function capLog(record: RunRecord, stream: 'stdout' | 'stderr', capBytes: number): Promise<Capped> {
  const path = logPath(record, stream)
  const size = logSize(path)
  // Nearly always, every second and for every run: no look for a hole then.
  if (size <= capBytes) return 'within'
  const hole = readHole(record, stream)
  const kept = size - (hole ? hole.to - hole.from : 0)
  if (kept <= capBytes) return 'within'
  const half = Math.floor(capBytes / 2)
  const align = (bytes: number) => Math.floor(bytes / blockBytes) * blockBytes
  // A quarter less than allowed stays of the end, so that not every line makes a new hole.
  const next: Hole = { from: hole?.from ?? align(half), to: align(size - Math.floor(half / 2)) }
  if (next.to <= next.from) return 'within'
  writeNote(record, `${stream}.hole.json`, next)
  try {
    const range = ['--offset', String(next.from), '--length', String(next.to - next.from)]
    await promisify(execFile)('fallocate', ['--punch-hole', ...range, path])
    return 'elided'
  } catch {
    return 'impossible'
  }
}

export function readHole(record: RunRecord, stream: 'stdout' | 'stderr'): Hole | null {
  return readNote<Hole>(record, `${stream}.hole.json`)
}

/** A log as it is kept: with a line that counts what is missing in the place of the hole. */
export async function* readCappedLog(record: RunRecord, stream: 'stdout' | 'stderr'): AsyncGenerator<Uint8Array> {
  const path = logPath(record, stream)
  const hole = readHole(record, stream)
  if (!hole) {
    yield* createReadStream(path)
    return
  }
  yield* createReadStream(path, { end: hole.from - 1 })
  yield Buffer.from(`\n[${hole.to - hole.from} bytes elided]\n`)
  yield* createReadStream(path, { start: hole.to })
}
