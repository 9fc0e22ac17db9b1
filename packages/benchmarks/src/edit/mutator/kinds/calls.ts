import type { Candidate, FindCandidates } from '../candidate.ts'
import { isNode, type Node, textOf } from '../source.ts'
import { oneLine } from '../statement-lines.ts'

const plain = ['Identifier', 'MemberExpression', 'NumericLiteral', 'StringLiteral', 'BinaryExpression']

export const swapArguments: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue
    const [first, second] = node.arguments as Node[]
    if (!first || !second || !plain.includes(first.type) || !plain.includes(second.type)) continue
    const [a, b] = [textOf(source, first), textOf(source, second)]
    const callee = textOf(source, node.callee as Node)
    // The order of these does not matter, so nothing would be wrong.
    if (a === b || /^Math\.(min|max)$/.test(callee)) continue
    found.push({
      kind: 'swap-arguments',
      hunks: [
        { start: first.start, end: first.end, text: b },
        { start: second.start, end: second.end, text: a },
      ],
      place,
      symptom: `a call of \`${oneLine(callee)}\` passes its first two arguments in the wrong order`,
      hint: 'a call passes two arguments in the wrong order',
    })
  }
  return found
}

export const dropAwait: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'AwaitExpression') continue
    const argument = node.argument as Node
    found.push({
      kind: 'drop-await',
      hunks: [{ start: node.start, end: argument.start, text: '' }],
      place,
      symptom: `it goes on before \`${oneLine(textOf(source, argument))}\` has finished`,
      hint: 'it goes on before an asynchronous step has finished',
    })
  }
  return found
}

const otherMethod: Record<string, string> = {
  push: 'unshift',
  shift: 'pop',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  padStart: 'padEnd',
  padEnd: 'padStart',
  trimEnd: 'trimStart',
  toLowerCase: 'toUpperCase',
  keys: 'values',
  add: 'delete',
  find: 'findLast',
  indexOf: 'lastIndexOf',
  getUTCDate: 'getUTCDay',
}

export const wrongMethod: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression') continue
    const property = node.callee.property as Node
    const replacement = property.type === 'Identifier' ? otherMethod[String(property.name)] : undefined
    if (replacement === undefined) continue
    found.push({
      kind: 'wrong-method',
      hunks: [{ start: property.start, end: property.end, text: replacement }],
      place,
      symptom: `\`.${replacement}(…)\` is called where its counterpart is meant`,
      hint: 'a built-in method is called where its counterpart is meant',
    })
  }
  return found
}
