'use client'
import type { Ref } from 'react'
import { useKeys } from '#/components/keys.ts'
import { plural } from '#/format/count.ts'
import { type ListedRun, RunRow } from './run-row.tsx'
import type { RunGroup } from './runs-view.ts'

interface RunsTableProps {
  ref: Ref<HTMLTableElement>
  groups: readonly RunGroup<ListedRun>[]
  runnerOf: ReadonlyMap<string, string>
  /** The row that the keys stand on. */
  cursor: number
  selection: ReadonlySet<string>
  onSelection: (selection: ReadonlySet<string>) => void
  handlers: { onPointerEnter: () => void; onPointerLeave: () => void }
}

const details: Record<RunGroup<ListedRun>['key'], (runs: readonly ListedRun[]) => string> = {
  running: (runs) =>
    `${plural(runs.length, 'run')}, weight ${Number(runs.reduce((sum, run) => sum + run.weight, 0).toFixed(2))}`,
  waiting: (runs) => `${plural(runs.length, 'run')}, next to start first`,
  ended: (runs) => plural(runs.length, 'run'),
}

/** Running, waiting, ended. */
export function RunsTable({ ref, groups, runnerOf, cursor, selection, onSelection, handlers }: RunsTableProps) {
  const runs = groups.flatMap((group) => group.runs)
  const select = (id: string, on: boolean) => {
    const next = new Set(selection)
    if (on) next.add(id)
    else next.delete(id)
    onSelection(next)
  }
  useKeys({
    x: () => {
      const run = runs[cursor]
      if (run !== undefined) select(run.id, !selection.has(run.id))
    },
    Escape: () => onSelection(new Set()),
  })
  const all = runs.length > 0 && runs.every((run) => selection.has(run.id))
  return (
    <table className="stack runs" ref={ref}>
      <caption className="sr-only">Runs: running, waiting, ended</caption>
      <thead>
        <tr>
          <th scope="col" className="w-10.5">
            <input
              type="checkbox"
              className="check"
              aria-label="Select all"
              checked={all}
              onChange={(event) => onSelection(new Set(event.target.checked ? runs.map((run) => run.id) : []))}
            />
          </th>
          <th scope="col" className="w-29">
            Status
          </th>
          <th scope="col">Experiment and arm</th>
          <th scope="col" className="w-80">
            Progress, or why it waits
          </th>
          <th scope="col" className="w-24">
            Runner
          </th>
          <th scope="col" className="num w-16">
            Weight
          </th>
          <th scope="col" className="num w-22">
            Cost
          </th>
          <th scope="col" className="num w-30">
            Time
          </th>
          <th scope="col" className="num w-22">
            Queued
          </th>
        </tr>
      </thead>
      <tbody {...handlers}>
        {groups.map((group) => [
          <tr key={group.key} className="group">
            <th colSpan={9} scope="colgroup">
              <b>{group.title}</b> <span className="ml-1 text-muted">{details[group.key](group.runs)}</span>
            </th>
          </tr>,
          ...group.runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              runnerName={runnerOf.get(run.id)}
              selected={selection.has(run.id)}
              onSelect={(on) => select(run.id, on)}
              isCursor={runs[cursor] === run}
            />
          )),
        ])}
      </tbody>
    </table>
  )
}
