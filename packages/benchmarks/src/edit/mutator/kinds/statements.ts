import type { Candidate, FindCandidates } from '../candidate.ts'
import { isNode, type Node, type Source, textOf } from '../source.ts'
import { linesOf, oneLine, removal, statementsOf } from '../statement-lines.ts'

const exits = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']

/** An early exit `if (…) return …` on one line goes. */
export const dropGuard: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'IfStatement' || node.alternate || !isNode(node.consequent)) continue
    if (!exits.includes(node.consequent.type)) continue
    const hunk = removal(source, node)
    if (hunk === null) continue
    const test = textOf(source, node.test as Node)
    const exit = textOf(source, node.consequent)
    found.push({
      kind: 'drop-guard',
      hunks: [hunk],
      place,
      symptom: `it no longer stops early: under \`${test}\` it should \`${exit}\`, as a one-line if statement`,
      hint: `an early exit is missing: a one-line if statement that does \`${exit}\` under \`${test}\``,
    })
  }
  return found
}

/** A step that stands alone on its line goes. */
export const dropStatement: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, parent, place } of source.visits) {
    if (!isStep(node) || parent === null || statementsOf(parent).length < 2) continue
    const hunk = removal(source, node)
    if (hunk === null || source.text.slice(hunk.start, hunk.end).trimEnd().includes('\n')) continue
    const written = textOf(source, node)
    found.push({
      kind: 'drop-statement',
      hunks: [hunk],
      place,
      symptom: `the step \`${written}\` is no longer done`,
      hint: `a step is missing: \`${written}\``,
    })
  }
  return found
}

export const repeatStatement: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    const lines = isStep(node) ? linesOf(source, node) : null
    if (lines === null) continue
    const text = source.text.slice(lines.start, lines.end)
    if (text.trimEnd().includes('\n') || /return|^\s*this\.#?\w+ = /.test(text)) continue
    found.push({
      kind: 'repeat-statement',
      hunks: [{ start: lines.end, end: lines.end, text }],
      place,
      symptom: `the step \`${textOf(source, node)}\` is done twice in a row`,
      hint: 'a step is done twice in a row',
    })
  }
  return found
}

export const swapStatements: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node: block, place } of source.visits) {
    const statements = statementsOf(block)
    statements.forEach((second, index) => {
      const first = statements[index - 1]
      if (first === undefined || !isStep(second) || !isStep(first)) return
      const [a, b] = [linesOf(source, first), linesOf(source, second)]
      if (a === null || b === null || a.end !== b.start) return
      const lineOf = (lines: { start: number; end: number }) => source.text.slice(lines.start, lines.end)
      found.push({
        kind: 'swap-statements',
        hunks: [{ start: a.start, end: b.end, text: lineOf(b) + lineOf(a) }],
        place: placeInside(source, second) ?? place,
        symptom: `\`${oneLine(textOf(source, second))}\` happens one step too early`,
        hint: 'two neighbouring steps happen in the wrong order',
      })
    })
  }
  return found
}

function isStep(node: Node): boolean {
  if (node.type !== 'ExpressionStatement') return false
  const expression = node.expression as Node
  return ['AssignmentExpression', 'CallExpression', 'AwaitExpression', 'UpdateExpression'].includes(expression.type)
}

function placeInside(source: Source, statement: Node): string | null {
  return source.visits.find((visit) => visit.node === statement)?.place ?? null
}
