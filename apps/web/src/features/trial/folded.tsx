'use client'
import type { ReactNode } from 'react'
import { Icon } from '#/components/icon.tsx'
import { formatBytes } from '#/format/bytes.ts'
import { plural } from '#/format/count.ts'

/** Longer bodies fold to this many lines; a few more are shown whole: the fold would take their room. */
const shownLines = 14
const slackLines = 4
/** Of a line of a folded body; base64 and minified files come as one. */
const shownCharsFolded = 2_400
/** Even unfolded: a browser cannot lay out megabytes in one row. */
const shownCharsOpen = 400_000

interface FoldedProps {
  text: string
  open: boolean
  onToggle: () => void
  isError?: boolean
  /** Such as `exit 2`. */
  label?: ReactNode
  children: (shown: string) => ReactNode
}

/** The head of a text that is shown, and how much is not. */
export function fold(text: string, open: boolean): { shown: string; moreLines: number; lines: number; cut: boolean } {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const limit = open ? shownCharsOpen : shownCharsFolded
  if (open || lines.length <= shownLines + slackLines) {
    const shown = lines.join('\n')
    return { shown: shown.slice(0, limit), moreLines: 0, lines: lines.length, cut: shown.length > limit }
  }
  const shown = lines.slice(0, shownLines).join('\n').slice(0, limit)
  return { shown, moreLines: lines.length - shownLines, lines: lines.length, cut: true }
}

/** A box of text that folds, with its size. */
export function Folded({ text, open, onToggle, isError, label, children }: FoldedProps) {
  const folded = fold(text, false)
  const { shown, moreLines, lines, cut } = open ? fold(text, true) : folded
  return (
    <div className={`res ${isError ? 'err' : ''}`}>
      <pre>{children(shown)}</pre>
      {folded.cut || label !== undefined ? (
        <button type="button" className="fold" aria-expanded={open} onClick={onToggle} disabled={!folded.cut}>
          {folded.cut ? <Icon name={open ? 'down' : 'right'} small /> : null}
          {label}
          {label !== undefined && folded.cut ? ' · ' : ''}
          {folded.cut
            ? open
              ? cut
                ? 'the rest is too long for a page; copy it, or see the artifact'
                : 'Fold'
              : moreLines > 0
                ? plural(moreLines, 'more line')
                : 'the rest of the line'
            : null}
          <span className="ml-auto">
            {plural(lines, 'line')}, {formatBytes(text.length)}
          </span>
        </button>
      ) : null}
    </div>
  )
}
