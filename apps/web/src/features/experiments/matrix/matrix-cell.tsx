import { memo } from 'react'
import { glyphTone } from '#/components/glyph.tsx'
import { trialShape } from '#/components/status-chip.tsx'
import { type Attempt, cellLabel, countCell } from './matrix-view.ts'

interface MatrixCellProps {
  task: string
  arm: string
  attempts: readonly Attempt[]
  column: number
  isTabStop: boolean
}

/** All attempts of one arm at one task; each glyph leads to its trial. Clicks and keys are the grid's. */
export const MatrixCell = memo(function MatrixCell({ task, arm, attempts, column, isTabStop }: MatrixCellProps) {
  const { passed, ended } = countCell(attempts)
  return (
    <div
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-colindex={column + 3}
      aria-label={cellLabel(task, arm, attempts)}
      className="cell"
      style={{ gridColumn: column + 3 }}
      data-cell={column}
    >
      {attempts.length === 0 ? <span className="text-muted">–</span> : null}
      {attempts.map((attempt) => {
        const shape = trialShape(attempt.status)
        return (
          <a
            key={attempt.trialId}
            href={`/trials/${attempt.trialId}`}
            tabIndex={-1}
            aria-hidden="true"
            title={`attempt ${attempt.attempt}: ${attempt.status}${attempt.reward === null ? '' : `, reward ${attempt.reward}`}`}
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
