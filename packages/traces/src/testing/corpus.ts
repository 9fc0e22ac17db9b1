import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const shared = process.env.PADDOCK_SHARED ?? join(repository, '..', 'shared')
const folder = join(shared, 'data')

export interface CorpusFile {
  /** Relative to the corpus. */
  path: string
  read(): Buffer
}

/** Every file of the corpus of real logs. Throws when it is not there: a test without it would test nothing. */
export function corpusFiles(): CorpusFile[] {
  if (!existsSync(folder)) {
    throw new Error(`The corpus of real logs is not at ${folder}: set PADDOCK_SHARED to the folder that holds data/.`)
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(folder, path), read: () => readFileSync(path) }))
}
