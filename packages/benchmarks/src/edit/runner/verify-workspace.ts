import { formatSource } from '../format-source.ts'
import { expectedText, type TaskFile } from '../task.ts'
import { readWorkspace } from './workspace.ts'

export interface Mismatch {
  path: string
  reason: 'differs' | 'missing' | 'extra' | 'syntax'
}

export interface Verification {
  matches: boolean
  /** Whether any file is no longer as the agent found it. */
  edited: boolean
  mismatches: Mismatch[]
  /** Why the comparison itself failed; null when it did not. */
  problem: string | null
}

/**
 * Compares every file with what it must become, by its formatted text: layout does not matter. Hidden files aside,
 * nothing may be left over.
 */
export async function verifyWorkspace(directory: string, files: readonly TaskFile[]): Promise<Verification> {
  try {
    return await compareAll(files, await readWorkspace(directory))
  } catch (error) {
    return { matches: false, edited: true, mismatches: [], problem: String(error) }
  }
}

async function compareAll(files: readonly TaskFile[], found: ReadonlyMap<string, string>): Promise<Verification> {
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
  return { matches: mismatches.length === 0, edited, mismatches, problem: null }
}

async function compare(file: TaskFile, text: string): Promise<'differs' | 'syntax' | null> {
  const expected = expectedText(file)
  if (text === expected) return null
  // What was broken on purpose and left alone differs; nothing needs to be formatted to know that.
  if (text === file.input) return 'differs'
  const formatted = await formatSource(file.path, text)
  if (formatted === null) return 'syntax'
  return formatted === (await formattedExpectation(file)) ? null : 'differs'
}

/** Every attempt at a task compares with the same text. */
const expectations = new WeakMap<TaskFile, Promise<string | null>>()

function formattedExpectation(file: TaskFile): Promise<string | null> {
  const known = expectations.get(file) ?? formatSource(file.path, expectedText(file))
  expectations.set(file, known)
  return known
}
