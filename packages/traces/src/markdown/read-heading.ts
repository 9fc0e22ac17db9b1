import { type StepKind, stepKinds } from '@paddock/domain'

export interface Heading {
  kind: StepKind
  /** Name of the tool, where the heading says it. */
  tool: string | null
  isError: boolean
  /** What the section is called, where its kind does not say it. */
  title: string | null
}

interface Section {
  kind: StepKind
  isError?: true
  title?: string
}

const sections = new Map<string, Section>([
  ...stepKinds.map((kind) => [kind.replace('_', ' '), { kind }] as const),
  ['thinking', { kind: 'reasoning' }],
  ['tool', { kind: 'tool_result' }],
  ['tool error', { kind: 'tool_result', isError: true }],
  ['diff', { kind: 'notice', title: 'Diff' }],
  ['verification', { kind: 'notice', title: 'Verification' }],
])

const line = /^##\s+(tool[ _-](?:call|result|error)|[a-z]+)(?:\s*:\s*|\s+|$)(.*?)\s*$/i
const failed = /\s*\((?:error|failed)\)$/i

/**
 * The section that a line opens: `## User`, `## Tool call: bash`, `## Tool result`, `## Tool error`, any kind of step
 * by its name. Null for every other line, also for other headings: they belong to somebody's text.
 */
export function readHeading(text: string): Heading | null {
  const found = line.exec(text)
  if (!found) return null
  const section = sections.get((found[1] as string).toLowerCase().replace(/^tool[_-]/, 'tool '))
  if (!section) return null
  const name = (found[2] ?? '').replace(failed, '').trim()
  const isTool = section.kind === 'tool_call' || section.kind === 'tool_result'
  // `## User guide` is a heading inside a text.
  if (!isTool && name !== '') return null
  return {
    kind: section.kind,
    tool: name === '' ? null : name,
    isError: section.isError === true || failed.test(text),
    title: section.title ?? null,
  }
}
