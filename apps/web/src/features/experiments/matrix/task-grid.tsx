'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ArmMarker, type Series } from '#/components/arm-marker.tsx'
import { formatPercent } from '#/format/percent.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { type Attempt, type MatrixRow, solvedShare } from './matrix-view.ts'
import { type CellAt, moveCell } from './move-cell.ts'
import { useGridGeometry } from './use-grid-geometry.ts'

export interface MatrixArm {
  name: string
  passRate: number | null
  series: Series
}

interface TaskGridProps {
  arms: readonly MatrixArm[]
  rows: readonly MatrixRow[]
  /** Most attempts in any cell: it sets the width of the columns. */
  attempts: number
  experimentId: string
}

const rowHeight = 28

/** Attempts by task and arm: rows and columns are virtual, one tab stop moves by arrows. */
export function TaskGrid({ arms, rows, attempts, experimentId }: TaskGridProps) {
  const router = useRouter()
  const scroller = useRef<HTMLDivElement>(null)
  const geometry = useGridGeometry(scroller, arms.length, attempts)
  const [at, setAt] = useState<CellAt>({ row: 0, column: 0 })
  const wantsFocus = useRef(false)

  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: geometry.headHeight,
    initialRect: { width: 700, height: 620 },
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    count: arms.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => geometry.armWidth,
    paddingStart: geometry.fixedWidth,
    scrollPaddingStart: geometry.stickyWidth,
    overscan: 2,
    initialRect: { width: 1_600, height: 620 },
  })
  // The measured width is what changes the columns; the virtualizer is the same one throughout.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => horizontal.measure(), [geometry.armWidth, geometry.fixedWidth])

  const shownAt = { row: Math.min(at.row, Math.max(0, rows.length - 1)), column: Math.min(at.column, arms.length - 1) }
  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${shownAt.row}"] [data-cell="${shownAt.column}"]`,
    )
    if (cell === null || cell === undefined) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const next = moveCell(event.key, shownAt, rows.length, arms.length, event.ctrlKey ? 'grid' : 'row')
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    wantsFocus.current = true
    vertical.scrollToIndex(next.row)
    horizontal.scrollToIndex(next.column)
    setAt(next)
  }
  const openCell = (cell: readonly Attempt[]) => {
    const attempt = cell.find((a) => a.status !== 'pass') ?? cell[0]
    if (attempt !== undefined) router.push(`/trials/${attempt.trialId}` as Route)
  }
  const columns = horizontal.getVirtualItems()
  const head = (
    <div role="row" aria-rowindex={1} className="mrow mhead" style={{ gridTemplateColumns: geometry.template }}>
      <div role="columnheader" aria-colindex={1} className="mtask text-muted">
        Task
      </div>
      <div
        role="columnheader"
        aria-colindex={2}
        className="text-muted"
        title="Share of ended attempts that passed, all arms"
      >
        Solved
      </div>
      {columns.map(({ index }) => {
        const arm = arms[index]
        return arm === undefined ? null : (
          <div
            key={arm.name}
            role="columnheader"
            aria-colindex={index + 3}
            title={arm.name}
            style={{ gridColumn: index + 3 }}
          >
            <span className="flex items-center gap-1.25">
              <ArmMarker series={arm.series} />
              <span className="truncate">{arm.name}</span>
            </span>
            <span className="sub block pl-4.75 tabular-nums">{formatPercent(arm.passRate)}</span>
          </div>
        )
      })}
    </div>
  )
  return (
    <div
      ref={scroller}
      className="mscroll"
      role="grid"
      aria-label={`Attempts of ${experimentId} by task and arm`}
      aria-rowcount={rows.length + 1}
      aria-colcount={arms.length + 2}
      onKeyDown={onKeyDown}
    >
      {head}
      <div role="rowgroup" className="relative" style={{ height: vertical.getTotalSize(), width: geometry.width }}>
        {vertical.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          const share = solvedShare(row)
          return (
            <div
              key={row.task}
              role="row"
              aria-rowindex={index + 2}
              data-row={index}
              className="mrow absolute inset-x-0 top-0"
              style={{ gridTemplateColumns: geometry.template, transform: `translateY(${start}px)` }}
            >
              <div role="rowheader" aria-colindex={1} className="mtask" title={row.task}>
                <span className="truncate">{row.task}</span>
              </div>
              <div
                role="gridcell"
                aria-colindex={2}
                aria-label={share === null ? 'not tried' : `solved in ${formatPercent(share)}`}
              >
                <span
                  className="db"
                  title={
                    share === null
                      ? 'No ended attempt'
                      : `Solved in ${formatPercent(share)} of ended attempts, all arms`
                  }
                >
                  <i style={{ width: `${(share ?? 0) * 100}%` }} />
                </span>
              </div>
              {columns.map(({ index: column }) => (
                <MatrixCell
                  key={column}
                  task={row.task}
                  arm={arms[column]?.name ?? ''}
                  attempts={row.cells[column] ?? []}
                  column={column}
                  isTabStop={index === shownAt.row && column === shownAt.column}
                  onFocus={() => setAt({ row: index, column })}
                  onOpen={() => openCell(row.cells[column] ?? [])}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
