import { memo } from 'react'
import { formatPercent } from '#/format/percent.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { type GlyphView, type MatrixRow, solvedShare } from './matrix-view.ts'

interface GridRowProps {
  row: MatrixRow
  index: number
  top: number
  template: string
  armNames: readonly string[]
  firstColumn: number
  lastColumn: number
  /** The column of the grid's one tab stop; −1 when it is in another row. */
  tabStop: number
  view: GlyphView
}

/** A task's row: its name, how often it was solved, and the arms in view. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, template, armNames, firstColumn, lastColumn, tabStop, view } = props
  const share = solvedShare(row)
  const solved =
    share === null ? 'No decided attempt' : `Solved in ${formatPercent(share)} of decided attempts, all arms`
  const columns = Array.from({ length: Math.max(0, lastColumn - firstColumn + 1) }, (_, i) => firstColumn + i)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className="mrow absolute inset-x-0 top-0"
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className="mtask" title={row.task}>
        <span className="truncate">{row.task}</span>
      </div>
      <div role="gridcell" aria-colindex={2} aria-label={solved}>
        <span className="db" title={solved}>
          <i style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
      </div>
      {columns.map((column) => (
        <MatrixCell
          key={column}
          task={row.task}
          arm={armNames[column] ?? ''}
          attempts={row.cells[column] ?? []}
          column={column}
          isTabStop={column === tabStop}
          view={view}
        />
      ))}
    </div>
  )
})
