'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { memo, type Ref } from 'react'
import { Glyph } from '#/components/glyph.tsx'
import { trialShape } from '#/components/status-chip.tsx'
import { type Attempt, cellLabel, countCell } from './matrix-view.ts'

interface MatrixCellProps {
  task: string
  arm: string
  attempts: readonly Attempt[]
  column: number
  isTabStop: boolean
  onFocus: () => void
  onOpen: () => void
  ref?: Ref<HTMLDivElement>
}

/** All attempts of one arm at one task; each glyph leads to its trial. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { task, arm, attempts, column, isTabStop, onFocus, onOpen, ref } = props
  const { passed, ended } = countCell(attempts)
  return (
    <div
      ref={ref}
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-colindex={column + 3}
      aria-label={cellLabel(task, arm, attempts)}
      className="cell"
      style={{ gridColumn: column + 3 }}
      data-cell={column}
      onFocus={onFocus}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a') === null) onOpen()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen()
      }}
    >
      {attempts.length === 0 ? <span className="text-muted">–</span> : null}
      {attempts.map((attempt) => (
        <Link
          key={attempt.trialId}
          href={`/trials/${attempt.trialId}` as Route}
          prefetch={false}
          tabIndex={-1}
          aria-hidden="true"
          title={`attempt ${attempt.attempt}: ${attempt.status}${attempt.reward === null ? '' : `, reward ${attempt.reward}`}`}
        >
          <Glyph shape={trialShape(attempt.status)} />
        </Link>
      ))}
      {attempts.length === 0 ? null : (
        <span className="kn">
          {passed}/{ended}
        </span>
      )}
    </div>
  )
})
