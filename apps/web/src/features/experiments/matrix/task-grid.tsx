'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ArmMarker, type Series } from '#/components/arm-marker.tsx'
import { GlyphSprite } from '#/components/glyph.tsx'
import { formatPercent } from '#/format/percent.ts'
import { cellOf, openTarget } from './cell-events.ts'
import { GridRow } from './grid-row.tsx'
import type { GlyphView, MatrixRow } from './matrix-view.ts'
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
  view: GlyphView
  experimentId: string
}

const rowHeight = 28

/** Attempts by task and arm: rows and columns are virtual, one tab stop moves by arrows. */
export function TaskGrid({ arms, rows, attempts, view, experimentId }: TaskGridProps) {
  const router = useRouter()
  const scroller = useRef<HTMLDivElement>(null)
  const geometry = useGridGeometry(scroller, arms.length, attempts)
  const [at, setAt] = useState<CellAt>({ row: 0, column: 0 })
  const wantsFocus = useRef(false)
  const names = arms.map((arm) => arm.name).join('\n')
  const armNames = useMemo(() => names.split('\n'), [names])

  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
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
    overscan: 1,
    initialRect: { width: 1_600, height: 620 },
  })
  // The measured width is what changes the columns; the virtualizer is the same one throughout.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => horizontal.measure(), [geometry.armWidth, geometry.fixedWidth])

  const shownRows = vertical.getVirtualItems()
  const shownColumns = horizontal.getVirtualItems()
  const firstColumn = shownColumns[0]?.index ?? 0
  const lastColumn = shownColumns.at(-1)?.index ?? -1
  const here = {
    row: Math.min(at.row, Math.max(0, rows.length - 1)),
    column: Math.min(at.column, Math.max(0, arms.length - 1)),
  }
  // The tab stop is always in the page, also when the cell that was left has been scrolled away.
  const within = (n: number, from: number, to: number) => Math.max(from, Math.min(to, n))
  const stop = {
    row: within(here.row, shownRows[0]?.index ?? 0, shownRows.at(-1)?.index ?? 0),
    column: within(here.column, firstColumn, lastColumn),
  }
  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-row="${here.row}"] [data-cell="${here.column}"]`)
    if (cell === null || cell === undefined) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })

  const open = (target: string | null) => {
    if (target !== null) router.push(target as Route)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const from = cellOf(event.target) ?? here
    if (event.key === 'Enter') return open(openTarget(rows[from.row]?.cells[from.column] ?? []))
    const next = moveCell(event.key, from, rows.length, arms.length, event.ctrlKey ? 'grid' : 'row')
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    wantsFocus.current = true
    vertical.scrollToIndex(next.row)
    horizontal.scrollToIndex(next.column)
    setAt(next)
  }
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const cell = cellOf(event.target)
    if (cell === null) return
    event.preventDefault()
    open(link?.getAttribute('href') ?? openTarget(rows[cell.row]?.cells[cell.column] ?? []))
  }
  return (
    // The cells take the keys; the grid hears them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scroller}
      className="mscroll"
      role="grid"
      aria-label={`Attempts of ${experimentId} by task and arm`}
      aria-rowcount={rows.length + 1}
      aria-colcount={arms.length + 2}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={(event) => {
        const cell = cellOf(event.target)
        if (cell !== null) setAt(cell)
      }}
    >
      <GlyphSprite />
      <div role="row" aria-rowindex={1} className="mrow mhead" style={{ gridTemplateColumns: geometry.template }}>
        <div role="columnheader" aria-colindex={1} className="mtask text-muted">
          Task
        </div>
        <div
          role="columnheader"
          aria-colindex={2}
          className="text-muted"
          title="Share of decided attempts that passed, all arms"
        >
          Solved
        </div>
        {shownColumns.map(({ index }) => {
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
      <div role="rowgroup" className="relative" style={{ height: vertical.getTotalSize(), width: geometry.width }}>
        {shownRows.map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <GridRow
              key={row.task}
              row={row}
              index={index}
              top={start}
              template={geometry.template}
              armNames={armNames}
              firstColumn={firstColumn}
              lastColumn={lastColumn}
              tabStop={index === stop.row ? stop.column : -1}
              view={view}
            />
          )
        })}
      </div>
    </div>
  )
}
