import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { TaskFile } from '../task.ts'

/** A throw-away directory with the task's files as the agent finds them, away from everything that holds an answer. */
export async function openWorkspace(files: readonly TaskFile[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'paddock-edit-'))
  for (const file of files) {
    const path = join(directory, file.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.input)
  }
  return directory
}

export async function removeWorkspace(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 })
}

/** A larger file is no answer to any task, and is not read. */
const maxFileBytes = 4 * 1024 * 1024

/** All files by relative path; one too large is empty, and links are left out. Hidden files and folders are the agent's own business. */
export async function readWorkspace(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile()) files.set(relative(directory, path), await readText(path))
    }
  }
  await visit(directory)
  return files
}

async function readText(path: string): Promise<string> {
  return (await stat(path)).size > maxFileBytes ? '' : readFile(path, 'utf8')
}
