import type { Route } from 'next'
import Link from 'next/link'
import { RelativeTime } from '#/components/relative-time.tsx'
import { StatusChip } from '#/components/status-chip.tsx'
import { RunnerActions } from './runner-actions.tsx'
import { capacityWords, ownLabels, type Runner, runnerShape } from './runner-look.ts'

interface RunnersTableProps {
  runners: readonly Runner[]
  mayOrder: boolean
  handlers: { onPointerEnter: () => void; onPointerLeave: () => void }
}

/** The fleet, a row a daemon. */
export function RunnersTable({ runners, mayOrder, handlers }: RunnersTableProps) {
  return (
    <section className="card">
      <table className="stack">
        <caption className="sr-only">Runners by name</caption>
        <thead>
          <tr>
            <th scope="col">Runner</th>
            <th scope="col">State</th>
            <th scope="col">Labels</th>
            <th scope="col">Capacity</th>
            <th scope="col">Runs</th>
            <th scope="col">Why</th>
            <th scope="col" className="num">
              Last beat
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody {...handlers}>
          {runners.map((runner) => (
            <tr key={runner.id}>
              <td className="full font-code text-12 font-semibold">{runner.name}</td>
              <td className="full">
                <StatusChip shape={runnerShape(runner.state)}>{runner.state}</StatusChip>
              </td>
              <td data-l="Labels">{ownLabels(runner).join(', ')}</td>
              <td data-l="Capacity" className="tabular-nums">
                {capacityWords(runner)}
              </td>
              <td data-l="Runs">
                {runner.runs.map((run) => (
                  <Link key={run.runId} className="link mr-2" href={`/runs/${run.runId}` as Route}>
                    {run.name}
                  </Link>
                ))}
              </td>
              <td data-l="Why" className="text-muted">
                {runner.configError ?? runner.order?.note ?? runner.statusReason ?? ''}
              </td>
              <td data-l="Last beat" className="num">
                <RelativeTime at={runner.beatAt} every={1_000} />
              </td>
              <td className="num">{mayOrder ? <RunnerActions runner={runner} /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
