import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asObject } from './json-value.ts'
import { isAbsence, readJson } from './read-json.ts'
import type { UnfinishedFacts } from './unfinished-trial.ts'

const maxTracebackBytes = 64 * 1024

/** Reads what a trial's directory holds before its result; null: it is no trial (a nested job, somebody's notes). */
export async function readUnfinished(
  directory: string,
  unreadableResult: string | null,
): Promise<UnfinishedFacts | null> {
  const [config, lock, exceptionTail] = await Promise.all([
    readJson(join(directory, 'config.json')),
    readJson(join(directory, 'lock.json')),
    readTail(join(directory, 'exception.txt')),
  ])
  const configured = config.kind === 'read' ? asObject(config.value) : null
  if (configured && 'job_name' in configured && !('trial_name' in configured)) return null
  const bare = config.kind === 'absent' && lock.kind === 'absent' && exceptionTail === null
  if (bare && unreadableResult === null) return null
  return {
    config: configured,
    lock: lock.kind === 'read' ? asObject(lock.value) : null,
    configWrittenMs: config.kind === 'read' ? config.modifiedMs : null,
    exceptionTail,
    unreadableResult,
  }
}

/** When something was last written in a trial's directory or its logs, in milliseconds since 1970; 0: unknown. */
export async function lastWrittenMs(directory: string): Promise<number> {
  const times = await Promise.all(['.', 'agent', 'verifier'].map((part) => newestIn(join(directory, part))))
  return Math.max(...times)
}

async function newestIn(directory: string): Promise<number> {
  try {
    const names = await readdir(directory)
    const times = await Promise.all(names.map(async (name) => (await lstat(join(directory, name))).mtimeMs))
    return Math.max(0, ...times)
  } catch (error) {
    if (isAbsence(error)) return 0
    throw error
  }
}

async function readTail(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const { size } = await file.stat()
      const length = Math.min(size, maxTracebackBytes)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return null // not there, not ours to read, or a link: the trial's other files still speak
  }
}
