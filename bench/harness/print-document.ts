import type { Bound, Document } from './document.ts'

/** The document for people. */
export function printDocument(document: Document): string {
  const lines = [`${document.name}: ${document.rounds} rounds, medians`]
  section('', document.figures)
  section('references', document.references)
  section('ratios', document.ratios)
  lines.push('targets')
  for (const [key, target] of Object.entries(document.targets)) {
    lines.push(`  ${target.reached ? 'reached' : 'MISSED '}  ${key}: ${target.measured} (${boundOf(target)})`)
  }
  return lines.join('\n')

  function section(title: string, values: Record<string, number>) {
    if (Object.keys(values).length === 0) return
    if (title !== '') lines.push(title)
    const width = Math.max(...Object.keys(values).map((key) => key.length))
    for (const [key, value] of Object.entries(values)) lines.push(`  ${key.padEnd(width)}  ${value}`)
  }
}

function boundOf(bound: Bound): string {
  return 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`
}
