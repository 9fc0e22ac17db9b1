import { readdir } from 'node:fs/promises'
import { isAbsence } from './read-json.ts'

/**
 * Names of the directories that may be trials, or null where the directory itself is not there (yet, or any more).
 * Links and hidden directories (`.sources`, `.harbor-upload`) are none.
 */
export async function listDirectories(directory: string): Promise<string[] | null> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}
