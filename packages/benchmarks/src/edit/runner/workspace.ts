import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** All files by relative path. Hidden files and folders are the agent's own business. */
export async function readWorkspace(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile()) files.set(relative(directory, path), await readFile(path, 'utf8'))
    }
  }
  await visit(directory)
  return files
}
