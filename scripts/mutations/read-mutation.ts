import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A patch that takes one guard away, and the test that has to notice. */
export interface Mutation {
  /** Name of its file. */
  name: string
  path: string
  /** `case 30`, or `race`. */
  line: string
  testFile: string
  what: string
  /** What the failure has to say, where the test could fail for another reason; null: any failure counts. */
  says: string | null
}

/** First lines of a patch: `# case 30: path/of.test.ts: what is taken away`, perhaps `# says: words of the failure`. */
export function readMutations(directory: string): Mutation[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.patch'))
  return names.toSorted().map((name) => readMutation(join(directory, name), name))
}

function readMutation(path: string, name: string): Mutation {
  const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n', 2)
  const [, line, testFile, what] = /^# (case \d+|race): (\S+\.test\.ts): (.+)$/.exec(first) ?? []
  if (line === undefined || testFile === undefined || what === undefined) {
    throw new Error(`${path}: its first line must be "# case N: FILE.test.ts: what it takes away"`)
  }
  return { name, path, line, testFile, what, says: /^# says: (.+)$/.exec(second)?.[1] ?? null }
}

/** For `vitest -t`. */
export function titleOf({ line }: Pick<Mutation, 'line'>): string {
  return line === 'race' ? 'a reaper race' : `${line}:`
}
