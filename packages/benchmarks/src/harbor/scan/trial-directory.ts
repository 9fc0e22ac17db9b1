import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScannedTrial } from '@paddock/domain'
import { isAbsence } from './read-json.ts'

/**
 * The real path of a trial's directory, or null where it is gone. What a row says is not trusted: it must be one
 * directory directly below the run's, and no link.
 */
export async function trialDirectory(runDirectory: string, trial: ScannedTrial): Promise<string | null> {
  const name = trial.directory
  if (name === null || name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) return null
  const path = join(runDirectory, name)
  return (await isRealDirectory(path)) ? await realpath(path) : null
}

/** Whether a directory, not a link to one, stands at the path. */
export async function isRealDirectory(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory()
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}
