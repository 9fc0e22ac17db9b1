import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceProject } from './generate-tasks.ts'

const suffix = '.ts.txt'

/** One project a folder. The sources are stored as text so that no tool takes them for the project's own code. */
export function readSourceProjects(folder: string): SourceProject[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const files: Record<string, string> = {}
      for (const file of readdirSync(join(folder, name)).sort()) {
        if (!file.endsWith(suffix)) continue
        files[`src/${file.slice(0, -'.txt'.length)}`] = readFileSync(join(folder, name, file), 'utf8')
      }
      return { name, files }
    })
}
