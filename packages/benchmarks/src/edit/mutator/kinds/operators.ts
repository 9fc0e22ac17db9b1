import type { Candidate, FindCandidates } from '../candidate.ts'
import { isNode, type Node, type Source, textOf, type Visit } from '../source.ts'
import { oneLine } from '../statement-lines.ts'

interface OperatorSwap {
  kind: string
  swaps: Record<string, string>
  symptom: (expression: string) => string
  hint: string
  applies?: (source: Source, visit: Visit) => boolean
}

const flipComparison: OperatorSwap = {
  kind: 'flip-comparison',
  swaps: { '<': '>', '>': '<', '<=': '>=', '>=': '<=' },
  symptom: (expression) => `the comparison \`${expression}\` points in the wrong direction`,
  hint: 'an ordering is judged the wrong way round',
}

const shiftBoundary: OperatorSwap = {
  kind: 'shift-boundary',
  swaps: { '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  symptom: (expression) => `\`${expression}\` treats the case in which both sides are equal wrongly`,
  hint: 'a value that lies exactly on a limit falls on the wrong side of it',
}

const invertEquality: OperatorSwap = {
  kind: 'invert-equality',
  swaps: { '===': '!==', '!==': '===' },
  symptom: (expression) => `the test \`${expression}\` holds exactly when it should not`,
  hint: 'a test for equality has the opposite result of what is meant',
}

const swapLogic: OperatorSwap = {
  kind: 'swap-logic',
  swaps: { '&&': '||', '||': '&&' },
  symptom: (expression) => `\`${expression}\` joins its two conditions in the wrong way`,
  hint: 'two conditions are joined wrongly: one alone decides where both should, or the other way round',
}

const swapArithmetic: OperatorSwap = {
  kind: 'swap-arithmetic',
  swaps: { '+': '-', '-': '+', '*': '/', '/': '*', '+=': '-=', '-=': '+=' },
  symptom: (expression) => `the calculation \`${expression}\` uses the wrong operator`,
  hint: 'a calculation uses the wrong arithmetic operator',
  applies: (source, visit) => isNumeric(source, visit.node),
}

function isNumeric(source: Source, node: Node): boolean {
  return ![node.left, node.right].some((side) => isNode(side) && /['"`]/.test(textOf(source, side)))
}

function operatorSwap(swap: OperatorSwap): FindCandidates {
  return (source) => {
    const found: Candidate[] = []
    for (const visit of source.visits) {
      const { node, place } = visit
      if (!['BinaryExpression', 'LogicalExpression', 'AssignmentExpression'].includes(node.type)) continue
      const replacement = swap.swaps[String(node.operator)]
      if (replacement === undefined || swap.applies?.(source, visit) === false) continue
      const at = operatorAt(source, node)
      if (at === null) continue
      const hunk = { start: at, end: at + String(node.operator).length, text: replacement }
      const broken = source.text.slice(node.start, hunk.start) + replacement + source.text.slice(hunk.end, node.end)
      found.push({ kind: swap.kind, hunks: [hunk], place, symptom: swap.symptom(oneLine(broken)), hint: swap.hint })
    }
    return found
  }
}

function operatorAt(source: Source, node: Node): number | null {
  const from = (node.left as Node).end
  const between = source.text.slice(from, (node.right as Node).start)
  const at = between.indexOf(String(node.operator))
  return at === -1 ? null : from + at
}

export const operatorKinds: FindCandidates[] = [
  flipComparison,
  shiftBoundary,
  invertEquality,
  swapLogic,
  swapArithmetic,
].map(operatorSwap)
