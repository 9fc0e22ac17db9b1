import { isAbsolute, resolve } from 'node:path'
import { type Document, isMap, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type RunnerConfig, runnerConfig } from './config.ts'

/** Names the file, the line and the key of each mistake. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  /** Where the file keeps the runner's notes, as far as it can be read; null: it does not say. */
  readonly stateDir: string | null
  constructor(message: string, stateDir: string | null = null) {
    super(message)
    this.stateDir = stateDir
  }
}

/** The configuration in YAML text; directories are taken relative to `baseDir`. Throws a ConfigError. */
export function parseConfig(text: string, file: string, baseDir: string): RunnerConfig {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const absolute = (path: string) => (isAbsolute(path) ? path : resolve(baseDir, path))
  const said = isMap(document.contents) ? document.contents.get('stateDir') : undefined
  const saidStateDir = typeof said === 'string' ? absolute(said) : null
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.map((error) => `${file}:${lines.linePos(error.pos[0]).line}: ${error.message}`).join('\n'),
      saidStateDir,
    )
  }
  const parsed = runnerConfig.safeParse(document.toJS() ?? {})
  if (!parsed.success) {
    const messages = parsed.error.issues.flatMap((issue) => describe(issue, document, lines, file))
    throw new ConfigError(messages.join('\n'), saidStateDir)
  }
  const { stateDir, jobsDir, blobDir } = parsed.data
  return { ...parsed.data, stateDir: absolute(stateDir), jobsDir: absolute(jobsDir), blobDir: absolute(blobDir) }
}

function describe(issue: z.core.$ZodIssue, document: Document, lines: LineCounter, file: string): string[] {
  const path = issue.path as (string | number)[]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${file}:${lineOf(document, lines, [...path, key])}: unknown key "${[...path, key].join('.')}"`,
    )
  }
  return [`${file}:${lineOf(document, lines, path)}: ${path.join('.') || 'file'}: ${issue.message}`]
}

/** Line of the deepest key of `path` that is there; 1 where none is. */
function lineOf(document: Document, lines: LineCounter, path: (string | number)[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const key = path[depth - 1]
    const pair = isMap(parent) ? parent.items.find((item) => String(item.key) === String(key)) : undefined
    const node = (pair?.key ?? document.getIn(path.slice(0, depth), true)) as Node | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
