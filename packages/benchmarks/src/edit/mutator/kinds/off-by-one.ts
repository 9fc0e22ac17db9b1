import type { Candidate, FindCandidates } from '../candidate.ts'
import { type Node, textOf } from '../source.ts'
import { oneLine } from '../statement-lines.ts'

/** `i + 1` and `i - 1` become `i`. */
export const offByOne: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'BinaryExpression' || !['+', '-'].includes(String(node.operator))) continue
    const [left, right] = [node.left as Node, node.right as Node]
    if (right.type !== 'NumericLiteral' || right.value !== 1) continue
    found.push({
      kind: 'off-by-one',
      hunks: [{ start: left.end, end: node.end, text: '' }],
      place,
      symptom: `a position or count computed from \`${oneLine(textOf(source, left))}\` is off by one`,
      hint: 'a position or count is off by one',
    })
  }
  return found
}
