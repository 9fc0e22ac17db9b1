import { type StepKind, stepKinds } from '@paddock/domain'

export interface Heading {
  kind: StepKind
  tool: string | null
  isError: boolean
}

const known = new Map<string, StepKind>([
  ...stepKinds.map((kind) => [kind, kind] as const),
  ['thinking', 'reasoning'],
  ['tool call', 'tool_call'],
  ['tool result', 'tool_result'],
  ['tool', 'tool_result'],
])

const line = /^##\s+(tool[ _-]?call|tool[ _-]?result|[a-z_]+)(?:[:\s]+(.*?))?\s*$/i
const failed = /\s*\((?:error|failed)\)$/i

/**
 * The section that a line opens: `## user`, `## assistant`, `## tool call bash`, `## tool result bash (error)`, any
 * kind of step by its name. Null for every other line, also for other headings: they belong to somebody's text.
 */
export function readHeading(text: string): Heading | null {
  const found = line.exec(text)
  if (!found) return null
  const word = (found[1] as string).toLowerCase().replace(/^tool[_-]/, 'tool ')
  const kind = known.get(word)
  const rest = found[2] ?? ''
  if (!kind) return null
  const isTool = kind === 'tool_call' || kind === 'tool_result'
  // `## User guide` is a heading inside a text.
  if (!isTool && rest.replace(failed, '') !== '') return null
  return { kind, tool: isTool ? rest.replace(failed, '').trim() || 'unknown' : null, isError: failed.test(text) }
}
