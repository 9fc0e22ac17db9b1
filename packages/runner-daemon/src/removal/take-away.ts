import { execFile } from 'node:child_process'
import { lstat, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Where a directory goes before it is removed; the same name after a crash, so that the work is taken up again. */
export function leavingPath(directory: string, runId: string): string {
  return join(dirname(directory), `.paddock-removing-${runId}-${basename(directory)}`)
}

/**
 * Moves a directory out of the way in one step: whoever comes next under its name begins with nothing. `not-ours`: a
 * link or a file stands there, which Paddock never makes, and it is left alone.
 */
export async function takeAway(directory: string, leaving: string): Promise<'taken' | 'absent' | 'not-ours'> {
  try {
    if (!(await lstat(directory)).isDirectory()) return 'not-ours'
    await rename(directory, leaving)
    if ((await lstat(leaving)).isDirectory()) return 'taken'
    // Swapped between the two steps.
    await rename(leaving, directory)
    return 'not-ours'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent'
    throw error
  }
}

/**
 * Removes what `takeAway` took. By `rm`, which walks by descriptors: where the daemon is root and runs are not, a
 * directory that turns into a link under its hands leads it nowhere else. Nothing there: nothing to do.
 */
export async function removeTree(leaving: string): Promise<void> {
  await promisify(execFile)('rm', ['-rf', '--', leaving])
}
