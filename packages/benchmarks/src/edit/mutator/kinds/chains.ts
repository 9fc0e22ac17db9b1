import type { Candidate, FindCandidates } from '../candidate.ts'
import { type Node, textOf } from '../source.ts'
import { oneLine } from '../statement-lines.ts'

/** `a?.b` becomes `a.b`. */
export const dropOptionalChaining: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'OptionalMemberExpression' || node.optional !== true || node.computed === true) continue
    const object = node.object as Node
    const at = source.text.indexOf('?.', object.end)
    if (at === -1 || at > (node.property as Node).start) continue
    found.push({
      kind: 'drop-optional-chaining',
      hunks: [{ start: at, end: at + 2, text: '.' }],
      place,
      symptom: `it throws where \`${oneLine(textOf(source, object))}\` is undefined, instead of going on without it`,
      hint: 'it throws on a value that may be undefined, instead of going on without it',
    })
  }
  return found
}

/** `a ?? b` becomes `a`. */
export const dropFallback: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'LogicalExpression' || node.operator !== '??') continue
    const [left, right] = [node.left as Node, node.right as Node]
    // Inside of parentheses the rest would keep them, and a formatter may or may not.
    if (source.text[left.start - 1] === '(' && source.text[node.end] === ')') continue
    const fallback = oneLine(textOf(source, right))
    found.push({
      kind: 'drop-fallback',
      hunks: [{ start: left.end, end: right.end, text: '' }],
      place,
      symptom: `\`${oneLine(textOf(source, left))}\` has lost its fallback \`${fallback}\` for a missing value`,
      hint: `a missing value is no longer replaced by its fallback \`${fallback}\``,
    })
  }
  return found
}
