import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ScannedTrial } from '@paddock/domain'
import { isAbsence } from './read-json.ts'
import { trialDirectory } from './trial-directory.ts'

/** All files of a trial, relative to the run's directory. Directory links are not entered, and links out are left out. */
export async function artifactFiles(runDirectory: string, trial: ScannedTrial): Promise<string[]> {
  const root = await trialDirectory(runDirectory, trial)
  if (root === null) return []
  const files: string[] = []
  const waiting = [root]
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFileWithin(path, root)))) files.push(path)
    }
  }
  return files.map((path) => join(trial.directory ?? '', relative(root, path))).toSorted()
}

async function leadsToFileWithin(link: string, root: string): Promise<boolean> {
  try {
    const target = await realpath(link)
    return target.startsWith(root + sep) && (await stat(target)).isFile()
  } catch (error) {
    if (isAbsence(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return false
    throw error
  }
}
