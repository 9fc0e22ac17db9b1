import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'

/** Rollout details with token ids and log-probabilities reach tens of megabytes. */
const maxJsonBytes = 128 * 1024 * 1024

export type JsonRead =
  | { kind: 'absent' }
  | { kind: 'read'; value: unknown; signature: string; modifiedMs: number }
  | { kind: 'unreadable'; reason: string }

/** Changes whenever a file is written or replaced; null: there is none, or it is no regular file. */
export async function fileSignature(path: string): Promise<string | null> {
  const found = await statNoFollow(path)
  return found?.isFile() ? signatureOf(found) : null
}

/**
 * Reads a JSON file that another process may be writing at the moment. Links are not followed: a trial's agent
 * could have put one there.
 */
export async function readJson(path: string): Promise<JsonRead> {
  const found = await statNoFollow(path)
  if (found === null) return { kind: 'absent' }
  if (!found.isFile()) return { kind: 'unreadable', reason: 'not a regular file' }
  if (found.size > maxJsonBytes) return { kind: 'unreadable', reason: `larger than ${maxJsonBytes} bytes` }
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const value = parseLenient(await file.readFile('utf8'))
      return { kind: 'read', value, signature: signatureOf(found), modifiedMs: Number(found.mtimeMs) }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isAbsence(error)) return { kind: 'absent' }
    const reason = error instanceof SyntaxError ? `half-written or no JSON: ${error.message}` : String(error)
    return { kind: 'unreadable', reason }
  }
}

/** Python writes NaN and Infinity, which JSON does not know; they read as null. */
function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const finite = text.replace(/(?<=[:[,]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, 'null')
    if (finite === text) throw error
    return JSON.parse(finite)
  }
}

async function statNoFollow(path: string) {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

function signatureOf(found: { ino: bigint; size: bigint; mtimeNs: bigint }): string {
  return `${found.ino}:${found.size}:${found.mtimeNs}`
}

export function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
