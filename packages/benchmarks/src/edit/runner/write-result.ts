import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes beside the file and renames over it: a reader sees the old file or the new one, also after a kill.
 * @param durable also waits until disk and directory have it, which survives a power cut
 */
export async function writeResult(path: string, content: unknown, durability: 'atomic' | 'durable'): Promise<void> {
  const beside = `${path}.tmp`
  const file = await open(beside, 'w')
  try {
    await file.writeFile(`${JSON.stringify(content, null, 1)}\n`)
    if (durability === 'durable') await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  if (durability === 'durable') await syncDirectory(dirname(path))
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
