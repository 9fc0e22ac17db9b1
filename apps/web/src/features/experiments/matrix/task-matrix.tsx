'use client'
import { useMemo } from 'react'
import { Button } from '#/components/button.tsx'
import { TextInput } from '#/components/field.tsx'
import { FilterChip } from '#/components/filter-chip.tsx'
import { Glyph, type Shape } from '#/components/glyph.tsx'
import { Icon } from '#/components/icon.tsx'
import { Segment } from '#/components/segment.tsx'
import { plural } from '#/format/count.ts'
import { arrange, type Focus, type MatrixRow, matches, type TaskFilter, type TaskOrder } from './matrix-view.ts'
import { type MatrixArm, TaskGrid } from './task-grid.tsx'
import { useMatrixView } from './use-matrix-view.ts'

interface TaskMatrixProps {
  experimentId: string
  arms: readonly MatrixArm[]
  rows: readonly MatrixRow[]
  reference: string | null
}

const glyphOptions = [
  { value: 'verdict', text: 'Verdict', title: 'What the comparison counts' },
  { value: 'status', text: 'Status', title: 'How each attempt ended: an exception beats its reward' },
] as const

const legend: readonly [Shape, string][] = [
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['error', 'error'],
  ['running', 'running'],
  ['queued', 'missing'],
]

const orderWords: Record<TaskOrder, string> = {
  name: 'By name',
  hardest: 'Hardest first',
  disagreement: 'Largest disagreement',
}

/** Rows tasks, columns arms; what is shown is in the address. */
export function TaskMatrix({ experimentId, arms, rows, reference }: TaskMatrixProps) {
  const [view, setView] = useMatrixView()
  const focused = arms.find((arm) => arm.name === view.arm) ?? arms.find((arm) => arm.name !== reference) ?? arms[0]
  const focus = useMemo<Focus>(() => {
    const column = (name: string | null | undefined) => {
      const at = arms.findIndex((arm) => arm.name === name)
      return at < 0 ? null : at
    }
    return { reference: column(reference), arm: column(focused?.name) }
  }, [arms, reference, focused?.name])
  const shown = useMemo(
    () => arrange(rows, { filter: view.tasks, text: view.find, order: view.order, focus }),
    [rows, view.tasks, view.find, view.order, focus],
  )
  const attempts = useMemo(() => Math.max(1, ...rows.flatMap((row) => row.cells.map((cell) => cell.length))), [rows])
  const armName = focused?.name ?? ''
  const paired = focus.reference !== null && focus.arm !== null && focus.reference !== focus.arm
  const filters: [TaskFilter, string][] = [
    ['all', 'All'],
    ...(arms.length > 1 ? ([['split', 'Split']] as [TaskFilter, string][]) : []),
    ...(paired
      ? ([
          ['only-arm', `Only ${armName}`],
          ['only-reference', `Only ${reference}`],
        ] as [TaskFilter, string][])
      : []),
    ['flaky', 'Flaky'],
    ['failed', `${armName} failed`],
    ['passed', `${armName} passed`],
  ]
  const hidden = rows.length - shown.length
  return (
    <section className="card matrix" id="tasks" aria-labelledby="tasks-title">
      <header>
        <h2 id="tasks-title">Tasks</h2>
        {paired ? (
          <label className="text-muted">
            <span className="sr-only">Arm to compare</span>
            <select
              className="cursor-pointer rounded-1 bg-transparent font-medium text-text-2"
              value={armName}
              onChange={(event) => void setView({ arm: event.target.value })}
            >
              {arms
                .filter((arm) => arm.name !== reference)
                .map((arm) => (
                  <option key={arm.name}>{arm.name}</option>
                ))}
            </select>{' '}
            against {reference}
          </label>
        ) : null}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <TextInput
            soft
            search
            boxClassName="w-37"
            className="text-12"
            placeholder="Filter tasks"
            aria-label="Filter tasks"
            data-page-search
            value={view.find}
            onChange={(event) => void setView({ find: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') void setView({ find: '' })
            }}
          />
          <Segment
            label="Glyphs show"
            value={view.glyphs}
            options={glyphOptions}
            onChange={(glyphs) => void setView({ glyphs })}
          />
          <label className="btn small">
            <span className="sr-only">Order</span>
            <select
              className="-mr-5 cursor-pointer appearance-none bg-transparent pr-5 outline-none"
              value={view.order}
              onChange={(event) => void setView({ order: event.target.value as TaskOrder })}
            >
              {Object.entries(orderWords).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
            <Icon name="down" small className="pointer-events-none" />
          </label>
        </div>
      </header>
      <div className="tools scroll px-4 pb-3">
        {filters.map(([filter, word]) => (
          <FilterChip
            key={filter}
            pressed={view.tasks === filter}
            count={rows.reduce((n, row) => n + (matches(row, filter, focus) ? 1 : 0), 0)}
            onPress={() => void setView({ tasks: filter })}
          >
            {word}
          </FilterChip>
        ))}
      </div>
      {shown.length === 0 && rows.length > 0 ? (
        <div className="flex items-center gap-3 border-t border-border px-4 py-6 text-text-2">
          No task matches. {plural(hidden, 'task is', 'tasks are')} hidden by filters.
          <Button small onClick={() => void setView({ tasks: 'all', find: '' })}>
            Clear filters
          </Button>
        </div>
      ) : (
        <TaskGrid arms={arms} rows={shown} attempts={attempts} view={view.glyphs} experimentId={experimentId} />
      )}
      <div className="mfoot text-12 text-text-2">
        {legend.map(([shape, word]) => (
          <span key={word} className="flex items-center gap-1.5">
            <Glyph shape={shape} />
            {word}
          </span>
        ))}
      </div>
    </section>
  )
}
