import type { Candidate, FindCandidates } from '../candidate.ts'
import { isNode, type Node, type Source, type Visit } from '../source.ts'

const functions = [
  'FunctionDeclaration',
  'ClassMethod',
  'ClassPrivateMethod',
  'ArrowFunctionExpression',
  'FunctionExpression',
]

/** One use of a parameter names another parameter of the same function. */
export const renameOnce: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const visit of source.visits) {
    if (!functions.includes(visit.node.type)) continue
    const names = parametersOf(visit.node)
    if (names.length < 2) continue
    for (const use of usesIn(source, visit.node, names)) {
      const name = String(use.node.name)
      const other = names[(names.indexOf(name) + 1) % names.length] as string
      found.push({
        kind: 'rename-once',
        hunks: [{ start: use.node.start, end: use.node.end, text: other }],
        place: use.place,
        symptom: `one use of \`${other}\` should be \`${name}\``,
        hint: 'one parameter is used where another one is meant',
      })
    }
  }
  return found
}

function parametersOf(node: Node): string[] {
  return (node.params as Node[]).flatMap((param) => (param.type === 'Identifier' ? [String(param.name)] : []))
}

function usesIn(source: Source, within: Node, names: readonly string[]): Visit[] {
  const body = within.body as Node
  return source.visits.filter(({ node, parent }) => {
    if (node.type !== 'Identifier' || node.start < body.start || node.end > body.end) return false
    return names.includes(String(node.name)) && !isName(node, parent)
  })
}

/** A property's or declaration's own name is no use of a variable. */
function isName(node: Node, parent: Node | null): boolean {
  if (parent === null) return false
  if (parent.type === 'ObjectProperty' || functions.includes(parent.type)) return true
  if (parent.type === 'VariableDeclarator') return parent.id === node
  const isProperty = parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression'
  return isProperty && isNode(parent.property) && parent.property === node && parent.computed !== true
}
