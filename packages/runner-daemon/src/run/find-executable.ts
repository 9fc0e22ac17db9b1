import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Where the program is that argv[0] names, as execvp would look for it; null: nowhere, or not executable. */
export function findExecutable(program: string, path: string): string | null {
  const candidates = program.includes('/')
    ? [program]
    : path.split(delimiter).map((directory) => join(directory || '.', program))
  return candidates.find((candidate) => isAbsolute(candidate) && isExecutable(candidate)) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
