import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpFolder } from '../result-file.ts'

/** Attempts of a task that have a conversation, in ascending order. */
export async function findStarted(runDirectory: string, taskId: string): Promise<number[]> {
  const names = await readdir(join(runDirectory, dumpFolder, taskId)).catch(() => [])
  return names
    .flatMap((name) => {
      const match = /^run-([1-9]\d{0,5})\.md$/.exec(name)
      return match ? [Number(match[1])] : []
    })
    .sort((a, b) => a - b)
}

const headBytes = 4_096

/** When the attempt began, as the head of its conversation says; null where it does not. */
export async function readStartedAt(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes) })
    const match = /^- Started: (\d{4}-\d\d-\d\dT[\d:.]+Z)$/m.exec(buffer.toString('utf8', 0, bytesRead))
    return match?.[1] ?? null
  } finally {
    await file.close()
  }
}
