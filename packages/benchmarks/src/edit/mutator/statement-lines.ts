import type { Hunk } from './candidate.ts'
import type { Node, Source } from './source.ts'

/** The whole lines of a statement with its line break, when nothing else stands on them; else null. */
export function linesOf(source: Source, node: Node): { start: number; end: number } | null {
  const start = source.text.lastIndexOf('\n', node.start - 1) + 1
  const lineEnd = source.text.indexOf('\n', node.end)
  const end = lineEnd === -1 ? source.text.length : lineEnd + 1
  const before = source.text.slice(start, node.start)
  const after = source.text.slice(node.end, end)
  return before.trim() === '' && after.trim() === '' ? { start, end } : null
}

export function removal(source: Source, node: Node): Hunk | null {
  const lines = linesOf(source, node)
  return lines && { ...lines, text: '' }
}

/** Statements that stand directly in a block. */
export function statementsOf(node: Node): Node[] {
  if (node.type === 'BlockStatement' || node.type === 'Program') return node.body as Node[]
  if (node.type === 'SwitchCase') return node.consequent as Node[]
  return []
}

export function oneLine(text: string, limit = 90): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length <= limit ? flat : `${flat.slice(0, limit - 1)}…`
}
