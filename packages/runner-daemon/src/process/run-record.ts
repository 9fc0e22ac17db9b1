import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessIdentity } from './process-table.ts'

/** What is written before a process is started; never holds the value of a variable. */
export interface Intent {
  runId: string
  epoch: number
  argv: string[]
  cwd: string
  envNames: string[]
  boot: string
  /** SIGTERM → SIGKILL for this process. */
  cancelGraceMs: number
}

/** The pid file's states: not there, being written, taken away by a daemon before the shim came, or an identity. */
export type PidFile = 'absent' | 'partial' | 'revoked' | ProcessIdentity

/** `<state>/runs/<runId>.<epoch>`: all that outlives a daemon about one process. */
export interface RunRecord {
  directory: string
  runId: string
  epoch: number
}

export function recordOf(stateDir: string, runId: string, epoch: number): RunRecord {
  return { directory: join(stateDir, 'runs', `${runId}.${epoch}`), runId, epoch }
}

export const logPath = (record: RunRecord, stream: 'stdout' | 'stderr') => join(record.directory, `${stream}.log`)

/** The environment variable that finds a process again wherever it went. */
export const markerOf = (record: RunRecord) => `PADDOCK_RUN=${record.runId}.${record.epoch}`

export function makeRecord(record: RunRecord): void {
  // Not its parents: a state directory that vanished is not to come back as an empty one.
  if (!existsSync(record.directory)) mkdirSync(record.directory, { mode: 0o700 })
}

export function writeIntent(record: RunRecord, intent: Intent): void {
  makeRecord(record)
  writeAtomically(record, 'intent.json', JSON.stringify(intent))
}

export function readIntent(record: RunRecord): Intent | null {
  const text = readOrNull(join(record.directory, 'intent.json'))
  return text === null ? null : (JSON.parse(text) as Intent)
}

export function readPidFile(record: RunRecord): PidFile {
  const text = readOrNull(join(record.directory, 'pid.json'))
  if (text === null) return 'absent'
  if (!text.endsWith('}\n')) return 'partial'
  const content = JSON.parse(text) as ProcessIdentity | { revoked: true }
  return 'revoked' in content ? 'revoked' : content
}

/** Takes the right to start away from a shim that has not come yet. False: the shim was first. */
export function revoke(record: RunRecord): boolean {
  const own = join(record.directory, 'revoked.tmp')
  writeFileSync(own, '{"revoked":true}\n', { mode: 0o600 })
  try {
    linkSync(own, join(record.directory, 'pid.json'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** The exit status as a shell counts it (128 + n: ended by signal n); null: not written (yet). */
export function readExit(record: RunRecord): number | null {
  const text = readOrNull(join(record.directory, 'exit'))
  return text === null ? null : Number(text)
}

/** One JSON document of the record, complete or not there; null where it is not. */
export function readNote<T>(record: RunRecord, name: string): T | null {
  const text = readOrNull(join(record.directory, name))
  return text === null ? null : (JSON.parse(text) as T)
}

export function writeNote(record: RunRecord, name: string, value: unknown): void {
  writeAtomically(record, name, JSON.stringify(value))
}

function writeAtomically(record: RunRecord, name: string, text: string): void {
  const path = join(record.directory, name)
  writeFileSync(`${path}.tmp`, text, { mode: 0o600 })
  renameSync(`${path}.tmp`, path)
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
