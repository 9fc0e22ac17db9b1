import { formatSource } from '../format-source.ts'
import { expectedText, type TaskFile } from '../task.ts'

export interface Mismatch {
  path: string
  reason: 'differs' | 'missing' | 'extra' | 'syntax'
}

export interface Verification {
  matches: boolean
  /** Whether any file is no longer as the agent found it. */
  edited: boolean
  mismatches: Mismatch[]
}

/** Compares every file with what it must become, by its formatted text: layout does not matter. */
export async function verifyWorkspace(
  files: readonly TaskFile[],
  found: ReadonlyMap<string, string>,
): Promise<Verification> {
  const mismatches: Mismatch[] = []
  let edited = found.size !== files.length
  for (const file of files) {
    const text = found.get(file.path)
    if (text !== file.input) edited = true
    const reason = text === undefined ? 'missing' : await compare(file, text)
    if (reason !== null) mismatches.push({ path: file.path, reason })
  }
  const known = new Set(files.map((file) => file.path))
  for (const path of found.keys()) if (!known.has(path)) mismatches.push({ path, reason: 'extra' })
  return { matches: mismatches.length === 0, edited, mismatches }
}

async function compare(file: TaskFile, text: string): Promise<'differs' | 'syntax' | null> {
  const expected = expectedText(file)
  if (text === expected) return null
  // What was broken on purpose and left alone differs; nothing needs to be formatted to know that.
  if (text === file.input) return 'differs'
  const formatted = await formatSource(file.path, text)
  if (formatted === null) return 'syntax'
  return formatted === (await formatSource(file.path, expected)) ? null : 'differs'
}
