import type { Candidate, FindCandidates } from '../candidate.ts'
import { textOf } from '../source.ts'

/** Numbers above one change by a step that a reader would not notice. */
export const wrongConstant: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'NumericLiteral' || typeof node.value !== 'number' || node.value < 2) continue
    const written = textOf(source, node)
    const replacement = wrongNumber(written, node.value)
    found.push({
      kind: 'wrong-constant',
      hunks: [{ start: node.start, end: node.end, text: replacement }],
      place,
      symptom: `the number \`${replacement}\` should be \`${written}\``,
      hint: `a number is wrong: \`${written}\` is what belongs there`,
    })
  }
  return found
}

function wrongNumber(written: string, value: number): string {
  if (written.includes('_')) return written.replace(/^\d/, (digit) => String((Number(digit) % 9) + 1))
  if (/^0x/i.test(written)) return `0x${(value + 1).toString(16)}`
  return String(value >= 20 ? value / 2 : value + 1)
}

export const flipBoolean: FindCandidates = (source) => {
  const found: Candidate[] = []
  for (const { node, place } of source.visits) {
    if (node.type !== 'BooleanLiteral') continue
    const line = source.text.slice(source.text.lastIndexOf('\n', node.start) + 1, node.start).trim()
    found.push({
      kind: 'flip-boolean',
      hunks: [{ start: node.start, end: node.end, text: String(!node.value) }],
      place,
      symptom: `it says \`${line} ${String(!node.value)}\` where the opposite is meant`,
      hint: 'a true or false is the wrong one of the two',
    })
  }
  return found
}
