import { diffLines } from 'diff'
import { Marks } from './marks.tsx'

export type DiffLine = { sign: ' ' | '+' | '-' | '@'; text: string }

const contextLines = 3

/** Lines of a change, with three lines around it; what is left out between hunks becomes one `@` line. */
export function changedLines(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = diffLines(before, after).flatMap((part) => {
    const sign = part.added ? '+' : part.removed ? '-' : ' '
    return part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ sign, text }) as DiffLine)
  })
  const near = lines.map((_, i) =>
    lines.slice(Math.max(0, i - contextLines), i + contextLines + 1).some((line) => line.sign !== ' '),
  )
  const shown: DiffLine[] = []
  let skipped = 0
  lines.forEach((line, i) => {
    if (near[i]) {
      if (skipped > 0) shown.push({ sign: '@', text: `${skipped} unchanged ${skipped === 1 ? 'line' : 'lines'}` })
      skipped = 0
      shown.push(line)
    } else skipped++
  })
  return shown
}

/** A text that is a patch already, line by line. */
export function patchLines(patch: string): DiffLine[] {
  return patch.split('\n').map((line) => {
    if (line.startsWith('@@') || line.startsWith('***') || line.startsWith('diff ')) return { sign: '@', text: line }
    if (line.startsWith('+')) return { sign: '+', text: line.slice(1) }
    if (line.startsWith('-')) return { sign: '-', text: line.slice(1) }
    return { sign: ' ', text: line.startsWith(' ') ? line.slice(1) : line }
  })
}

const looks = { '+': 'diff-add', '-': 'diff-del', '@': 'diff-skip', ' ': '' }
const words = { '+': 'added: ', '-': 'removed: ', '@': '', ' ': '' }

export function DiffLines({ lines, search }: { lines: readonly DiffLine[]; search: RegExp | null }) {
  return (
    <>
      {lines.map((line, i) => (
        <span key={i} className={`diff-line ${looks[line.sign]}`}>
          <span className="sr-only">{words[line.sign]}</span>
          <span aria-hidden="true">{line.sign === '@' ? ' ' : line.sign} </span>
          <Marks text={line.text} search={search} />
          {'\n'}
        </span>
      ))}
    </>
  )
}
