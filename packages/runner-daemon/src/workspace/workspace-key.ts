import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'

/** What is asked of the file system. */
export interface PathFacts {
  /** With all symbolic links resolved; rejects where nothing is. */
  realPath(path: string): Promise<string>
  /** The same for two names of one entry, links not followed; null: there is no such entry. */
  identity(path: string): Promise<string | null>
}

export const hostPaths: PathFacts = {
  realPath: (path) => realpath(path),
  async identity(path) {
    const entry = await lstat(path).catch(() => null)
    return entry === null ? null : `${entry.dev}:${entry.ino}`
  },
}

/**
 * The key under which a workspace has one writer: the host, and the real path, in which each name is folded whose
 * directory takes it in any case. Two ways to one directory give one key. Rejects where the directory is not there.
 */
export async function workspaceKey(hostId: string, path: string, paths: PathFacts = hostPaths): Promise<string> {
  return `${hostId}:${await folded(await paths.realPath(path), paths)}`
}

async function folded(path: string, paths: PathFacts): Promise<string> {
  const { base, root } = parse(path)
  if (path === root) return root
  const parent = dirname(path)
  const name = (await isFolding(parent, base, paths)) ? base.normalize('NFC').toLowerCase() : base
  return join(await folded(parent, paths), name)
}

/** Asked of each directory: one file system may be mounted in the other, and ext4 folds by directory. */
async function isFolding(directory: string, name: string, paths: PathFacts): Promise<boolean> {
  const other = swapCase(name)
  if (other === name) return false
  const [own, swapped] = await Promise.all([name, other].map((one) => paths.identity(join(directory, one))))
  return own !== null && own === swapped
}

function swapCase(name: string): string {
  return name.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
