import { parse } from '@babel/parser'

/** A node of the syntax tree, as loosely as the finders need it. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface Visit {
  node: Node
  parent: Node | null
  /** Name of the innermost named function, method or class around it; null at the top of the file. */
  place: string | null
}

export interface Source {
  path: string
  text: string
  visits: Visit[]
}

/** Throws a SyntaxError when the text is not TypeScript. */
export function readSource(path: string, text: string): Source {
  const file = parse(text, { sourceType: 'module', plugins: ['typescript'] }) as unknown as Node
  const visits: Visit[] = []
  walk(file.program as Node, null, null, visits)
  return { path, text, visits }
}

export function textOf(source: Source, node: Node): string {
  return source.text.slice(node.start, node.end)
}

/** Types, imports and decorations carry no behaviour, so nothing inside them is worth a mutation. */
function isInert(node: Node): boolean {
  return (
    node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)
  )
}

function walk(node: Node, parent: Node | null, place: string | null, visits: Visit[]): void {
  if (isInert(node) || node.type === 'ImportDeclaration') return
  visits.push({ node, parent, place })
  const inside = nameOf(node, parent) ?? place
  for (const child of childrenOf(node)) walk(child, node, inside, visits)
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('Comments') || key === 'extra') continue
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item)
  }
  return children.sort((a, b) => a.start - b.start)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function nameOf(node: Node, parent: Node | null): string | null {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return identifier(node.id)
    case 'ClassMethod':
    case 'ObjectMethod':
      return identifier(node.key)
    case 'ClassPrivateMethod':
      return `#${identifier((node.key as Node).id)}`
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return parent?.type === 'VariableDeclarator' ? identifier(parent.id) : null
    default:
      return null
  }
}

function identifier(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : null
}
