import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files and directories looked at, at most: a run with more of them is asked about the first ones. */
const lookedAt = 20_000

/** The newest modification time below a directory, in ms of the file system's own clock; 0 for nothing there. */
export async function newestChange(directory: string): Promise<number> {
  let newest = 0
  let left = lookedAt
  const waiting = [directory]
  for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
    const current = next
    const entries = await opendir(current).catch(() => null)
    if (entries === null) continue
    newest = Math.max(newest, (await stat(current).catch(() => null))?.mtimeMs ?? 0)
    for await (const entry of entries) {
      if (left-- <= 0) break
      const path = join(current, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) newest = Math.max(newest, (await stat(path).catch(() => null))?.mtimeMs ?? 0)
    }
  }
  return newest
}
