import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BlobStore, StoredBlob } from './blob-store.ts'

/** Blobs as files, `<directory>/ab/abcd….zst`, private to the user that runs the program. */
export function fileBlobStore(directory: string): BlobStore {
  return {
    put: (content) => put(directory, content),
    open: (sha256) => openBlob(directory, sha256),
    remove: (sha256, notAfterMs) => removeBlob(directory, sha256, notAfterMs),
  }
}

async function put(directory: string, content: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
  const arriving = join(directory, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  const temporary = join(arriving, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const piece of content) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      const compressed = pipeline(Readable.from(counted()), createZstdCompress(), () => {})
      for await (const piece of compressed) await file.writeFile(piece)
      // A row in the database will say that this content is here: it has to be so after a power cut too.
      await file.datasync()
    } finally {
      await file.close()
    }
    const sha256 = hash.digest('hex')
    const { size: storedSize } = await stat(temporary)
    const path = pathOf(directory, sha256)
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    // Replacing a blob by the same content is harmless, and repairs one that a crash cut short.
    await rename(temporary, path)
    return { sha256, size, storedSize }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function openBlob(directory: string, sha256: string): Promise<Readable | null> {
  try {
    const file = await open(pathOf(directory, sha256), 'r')
    // An error of either half destroys both: the reader of the returned stream sees it.
    return pipeline(file.createReadStream(), createZstdDecompress(), () => {})
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Out of the way first, by a rename, and looked at then: a writer of the same content either comes before, which its
 * time tells, or finds nothing in its place.
 */
async function removeBlob(directory: string, sha256: string, notAfterMs: number): Promise<void> {
  const leaving = join(directory, 'arriving', randomUUID())
  try {
    if ((await stat(pathOf(directory, sha256))).mtimeMs > notAfterMs) return
    await mkdir(join(directory, 'arriving'), { recursive: true, mode: 0o700 })
    await rename(pathOf(directory, sha256), leaving)
    if ((await stat(leaving)).mtimeMs > notAfterMs) await link(leaving, pathOf(directory, sha256)).catch(ifNewerIsThere)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  } finally {
    await rm(leaving, { force: true })
  }
}

function ifNewerIsThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function pathOf(directory: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A blob is named by 64 hexadecimal digits.')
  return join(directory, sha256.slice(0, 2), `${sha256}.zst`)
}
