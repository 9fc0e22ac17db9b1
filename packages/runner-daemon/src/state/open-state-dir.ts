import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface StateDir {
  path: string
  /** Names this directory in the database: who may adopt a run is who has its records. */
  hostId: string
  /** False once somebody removed or replaced the directory under the daemon. */
  stillThere(): boolean
  close(): void
}

/** Another daemon has the directory; the message says who. */
export class StateDirBusy extends Error {
  override name = 'StateDirBusy'
}

/**
 * Takes the directory for this process alone. The lock is SQLite's lock on a file: the kernel lets go of it when the
 * process dies, however it dies, so no lock is ever stale and none is ever stolen. `machineId`: null where the machine
 * has none (many containers).
 */
export function openStateDir(path: string, machineId: string | null = readOrNull('/etc/machine-id')): StateDir {
  mkdirSync(join(path, 'runs'), { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(path, 'lock'))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new StateDirBusy(`${path} is in use by ${ownerOf(path)}. One directory serves one daemon.`)
  }
  const token = randomBytes(8).toString('hex')
  const owner = join(path, 'lock-owner')
  writeFileSync(owner, `pid ${process.pid} on ${hostname()} since ${new Date().toISOString()} (${token})\n`, {
    mode: 0o600,
  })
  return {
    path,
    hostId: readHostId(path, machineId),
    stillThere: () =>
      existsSync(join(path, 'runs')) && existsSync(owner) && readFileSync(owner, 'utf8').includes(token),
    close: () => lock.close(),
  }
}

function ownerOf(path: string): string {
  try {
    return readFileSync(join(path, 'lock-owner'), 'utf8').trim()
  } catch {
    return 'another daemon'
  }
}

function readHostId(path: string, machineId: string | null): string {
  const file = join(path, 'host-id')
  if (existsSync(file) && isOfAnotherMachine(path, machineId)) rmSync(file)
  if (!existsSync(file)) {
    // By rename: the file is never seen half-written, not after a power cut during the first start either.
    writeFileSync(`${file}.tmp`, `h${randomBytes(12).toString('hex')}\n`, { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  }
  if (machineId !== null) writeFileSync(join(path, 'machine-id'), `${machineId}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/**
 * A directory that was copied with its machine: under the old name this daemon would adopt runs whose processes live
 * elsewhere, find none of them here, and tell them dead.
 */
function isOfAnotherMachine(path: string, machineId: string | null): boolean {
  const recorded = readOrNull(join(path, 'machine-id'))
  return recorded !== null && machineId !== null && recorded !== machineId
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch {
    return null
  }
}
