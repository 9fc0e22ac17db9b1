import { memo } from 'react'
import { glyphTone } from '#/components/glyph.tsx'
import { trialShape } from '#/components/status-chip.tsx'
import { type Attempt, attemptWords, cellLabel, countCell, type GlyphView, shownStatus } from './matrix-view.ts'

interface MatrixCellProps {
  task: string
  arm: string
  attempts: readonly Attempt[]
  column: number
  isTabStop: boolean
  view: GlyphView
}

/** All attempts of one arm at one task; each glyph leads to its trial. Clicks and keys are the grid's. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { task, arm, attempts, column, isTabStop, view } = props
  const { passed, ended } = countCell(attempts)
  return (
    <div
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-colindex={column + 3}
      aria-label={cellLabel(task, arm, attempts, view)}
      className="cell"
      style={{ gridColumn: column + 3 }}
      data-cell={column}
    >
      {attempts.length === 0 ? <span className="text-muted">–</span> : null}
      {attempts.map((attempt) => {
        const shape = trialShape(shownStatus(attempt, view))
        return (
          <a
            key={attempt.trialId}
            href={`/trials/${attempt.trialId}`}
            tabIndex={-1}
            aria-hidden="true"
            className={attempt.counts ? undefined : 'replaced'}
            title={`attempt ${attempt.attempt}: ${attemptWords(attempt, view)}${attempt.reward === null ? '' : `, reward ${attempt.reward}`}`}
          >
            <svg className={`glyph ${glyphTone(shape)}`} aria-hidden="true">
              <use href={`#glyph-${shape}`} />
            </svg>
          </a>
        )
      })}
      {attempts.length === 0 ? null : (
        <span className="kn">
          {passed}/{ended}
        </span>
      )}
    </div>
  )
})
