import type { Candidate, FindCandidates } from '../candidate.ts'
import { type Node, textOf } from '../source.ts'
import { oneLine } from '../statement-lines.ts'

/** `if (x)` becomes `if (!x)`; a negation that is there is dropped. */
export const negateCondition: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'IfStatement' && node.type !== 'WhileStatement') continue
    const test = node.test as Node
    // An equality with another sign is a kind of its own.
    if (test.type === 'BinaryExpression') continue
    const written = textOf(source, test)
    const isNegated = test.type === 'UnaryExpression' && test.operator === '!'
    const isSimple = ['Identifier', 'CallExpression', 'MemberExpression'].includes(test.type)
    const broken = isNegated ? textOf(source, test.argument as Node) : isSimple ? `!${written}` : `!(${written})`
    found.push({
      kind: 'negate-condition',
      hunks: [{ start: test.start, end: test.end, text: broken }],
      place,
      symptom: `the branch under \`${oneLine(broken)}\` is taken exactly when it should be left out`,
      hint: 'a branch is taken exactly when it should be left out',
    })
  }
  return found
}

export const swapBranches: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'ConditionalExpression' && node.type !== 'IfStatement') continue
    const [yes, no] = [node.consequent as Node, node.alternate as Node | null]
    if (!no || no.type === 'IfStatement' || textOf(source, yes) === textOf(source, no)) continue
    found.push({
      kind: 'swap-branches',
      hunks: [
        { start: yes.start, end: yes.end, text: textOf(source, no) },
        { start: no.start, end: no.end, text: textOf(source, yes) },
      ],
      place,
      symptom: `the two outcomes of \`${oneLine(textOf(source, node.test as Node))}\` have changed places`,
      hint: 'the two outcomes of a decision have changed places',
    })
  }
  return found
}
