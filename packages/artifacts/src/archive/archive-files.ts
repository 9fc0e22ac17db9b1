import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import type { BlobStore, StoredBlob } from '../blob-store.ts'
import { mediaTypeOf } from '../media-type.ts'

/** One line of an archive's manifest. */
export interface ArchivedFile extends StoredBlob {
  /** Relative to the archived directory, with forward slashes. */
  path: string
  mediaType: string
}

export interface Archive {
  files: ArchivedFile[]
  /** What was left out, and why. */
  refused: { path: string; reason: string }[]
}

/** Bytes → bytes without secrets, over a whole stream: a secret may be split between two pieces. */
export type Redact = (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/**
 * Copies files of a directory into the store. A path that leads out of the directory, and anything that is not a
 * plain file, is refused with its reason; a failing store or disk throws, and the whole can be done again.
 */
export async function archiveFiles(
  store: BlobStore,
  { directory, paths, redact }: { directory: string; paths: string[]; redact: Redact },
): Promise<Archive> {
  const archive: Archive = { files: [], refused: [] }
  const root = await realpath(directory)
  for (const path of paths) {
    const opened = await openInside(root, path)
    if ('reason' in opened) {
      archive.refused.push({ path, reason: opened.reason })
      continue
    }
    try {
      const { file } = opened
      const head = new Uint8Array(512)
      const { bytesRead } = await file.read(head, 0, head.length, 0)
      const stored = await store.put(redact(file.createReadStream({ start: 0, autoClose: false })))
      const mediaType = mediaTypeOf(path, head.subarray(0, bytesRead))
      archive.files.push({ path: path.split(sep).join('/'), mediaType, ...stored })
    } finally {
      await opened.file.close()
    }
  }
  return archive
}

async function openInside(root: string, path: string): Promise<{ file: FileHandle } | { reason: string }> {
  if (isAbsolute(path) || path.split(/[\\/]/).includes('..') || path.includes('\0')) {
    return { reason: 'the path leads out of the directory' }
  }
  try {
    const real = await realpath(join(root, path))
    if (!real.startsWith(root + sep)) return { reason: 'a symbolic link leads out of the directory' }
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.stat()).isFile()) return { file }
    await file.close()
    return { reason: 'not a plain file' }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ELOOP' || code === 'ENXIO') return { reason: code }
    throw error
  }
}
