import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from './operator-error.ts'

export interface DirectoryLock {
  /** Gives the directory back. The end of the process, however it comes, does the same. */
  release(): void
}

/** A killed holder keeps the lock until the kernel has taken it apart, which is not at once. */
const PATIENCE_MS = 1_500
const LOOK_EVERY_MS = 50

/**
 * Takes `directory` (created 0700 when absent) for this process alone, or throws an OperatorError `directory_busy`
 * that names the holder's pid and since when it holds it. `now` is what gets recorded as "since".
 *
 * The lock is the kernel's, on the file `lock`, so nothing stale is left by kill -9. Node has no flock(); opening
 * the file with its built-in SQLite and an exclusive transaction takes a POSIX lock, on macOS too.
 */
export async function lockDirectory(directory: string, now: Date): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const holderFile = join(directory, 'lock.holder')
  const lockFile = join(directory, 'lock')
  const end = performance.now() + PATIENCE_MS
  let file = tryLock(lockFile)
  while (file === null && performance.now() < end) {
    await sleep(LOOK_EVERY_MS)
    file = tryLock(lockFile)
  }
  if (file === null) {
    throw new OperatorError(
      'directory_busy',
      `${directory} is in use by ${describeHolder(holderFile)}`,
      'Stop that process first, or start with another --data-dir.',
    )
  }
  chmodSync(lockFile, 0o600)
  writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since: now.toISOString() }), { mode: 0o600 })
  const held = file
  return { release: () => held.close() }
}

function tryLock(lockFile: string): DatabaseSync | null {
  const file = new DatabaseSync(lockFile)
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file.close()
    if (error instanceof Error && /database is locked/.test(error.message)) return null
    throw error
  }
}

function describeHolder(holderFile: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holderFile, 'utf8'))
    return `process ${Number(pid)}, since ${String(since)}`
  } catch {
    // The holder took the lock a moment ago and has not written its name yet.
    return 'another process that started just now'
  }
}
