import type { Step } from '@paddock/domain'

/** Everything of a step that a reader may search for. */
export function stepText(step: Step): string {
  const parts = [step.text, step.reasoning, step.tool?.name]
  if (step.tool?.arguments !== undefined) {
    parts.push(typeof step.tool.arguments === 'string' ? step.tool.arguments : JSON.stringify(step.tool.arguments))
  }
  parts.push(step.result?.content)
  return parts.filter((part) => part !== undefined && part !== '').join('\n')
}

/** Keys under which tools name what they act on, the most telling first. */
const tellingKeys = [
  'command',
  'cmd',
  'file_path',
  'path',
  'filePath',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
]

/** The one argument that tells what a call does. */
export function callSummary(args: unknown): string {
  if (typeof args === 'string') return firstLine(args)
  if (typeof args !== 'object' || args === null) return ''
  const fields = args as Record<string, unknown>
  for (const key of tellingKeys) {
    const value = fields[key]
    if (typeof value === 'string' && value !== '') return firstLine(value)
    if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return firstLine(value.join(' '))
  }
  return ''
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 400 ? `${line.slice(0, 400)}…` : line
}

export interface FileChange {
  path: string
  before: string
  after: string
}

/** The changes that a call makes to files, where its arguments are known to say so. */
export function fileChanges(args: unknown): FileChange[] {
  if (typeof args !== 'object' || args === null) return []
  const fields = args as Record<string, unknown>
  const text = (key: string) => (typeof fields[key] === 'string' ? (fields[key] as string) : null)
  const path = text('file_path') ?? text('path') ?? text('filePath') ?? ''
  const before = text('old_string') ?? text('oldText') ?? text('old_str') ?? text('oldString')
  const after = text('new_string') ?? text('newText') ?? text('new_str') ?? text('newString')
  if (before !== null && after !== null) return [{ path, before, after }]
  if (Array.isArray(fields.edits)) {
    return fields.edits.flatMap((edit: unknown) => fileChanges({ path, ...(edit as Record<string, unknown>) }))
  }
  const content = text('content')
  return content !== null && path !== '' ? [{ path, before: '', after: content }] : []
}

/** A patch that a call carries, in the format of git or of apply_patch. */
export function patchOf(args: unknown): string | null {
  const candidates =
    typeof args === 'string' ? [args] : typeof args === 'object' && args !== null ? Object.values(args) : []
  for (const candidate of candidates) {
    const text = Array.isArray(candidate)
      ? candidate.find((part) => typeof part === 'string' && isPatch(part))
      : candidate
    if (typeof text === 'string' && isPatch(text)) return text
  }
  return null
}

function isPatch(text: string): boolean {
  return text.includes('*** Begin Patch') || /^(diff --git|--- \S+\n\+\+\+ |@@ -\d)/m.test(text)
}
