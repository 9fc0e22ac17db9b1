'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { endedTrials, ProgressBar } from '#/components/progress-bar.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import { RunStatusChip } from '#/components/status-chip.tsx'
import { formatProgress } from '#/format/count.ts'
import { formatMoney } from '#/format/money.ts'
import { formatPercent } from '#/format/percent.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { Elapsed } from './elapsed.tsx'
import { WaitLine } from './wait-line.tsx'

export type ListedRun = Outputs['runs']['list']['runs'][number]

interface RunRowProps {
  run: ListedRun
  runnerName: string | undefined
  selected: boolean
  onSelect: (selected: boolean) => void
  isCursor: boolean
}

export function RunRow({ run, runnerName, selected, onSelect, isCursor }: RunRowProps) {
  return (
    <tr aria-selected={selected} data-cursor={isCursor || undefined}>
      <td className="hide">
        <input
          type="checkbox"
          className="check"
          aria-label={`Select run ${run.name}`}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td className="full">
        <RunStatusChip run={run} />
      </td>
      <td className="full">
        <Link
          className="block truncate font-semibold hover:underline"
          href={`/runs/${run.id}` as Route}
          title={run.name}
          data-row-link
        >
          {run.experiment === null ? (
            run.name
          ) : (
            <>
              {run.experiment} <span className="text-muted">/</span> {run.arm}
            </>
          )}
        </Link>
        <div className="sub truncate">
          <span className="font-code">{run.id}</span> · {run.model ?? run.agent ?? run.benchmark}
        </div>
      </td>
      <td className="full work">
        {run.status === 'queued' ? (
          <div className="why text-12">
            <WaitLine runId={run.id} />
          </div>
        ) : (
          <>
            <div className="flex gap-2 text-12">
              <span className="tabular-nums">{formatProgress(endedTrials(run.trials), run.trials.planned)}</span>
              <span className="ml-auto min-w-0 truncate text-muted" title={run.error?.message ?? undefined}>
                {run.error === null ? (
                  run.passRate === null ? (
                    ''
                  ) : (
                    `${formatPercent(run.passRate)} passed`
                  )
                ) : (
                  <>
                    {run.error.code === null ? null : (
                      <span className={run.status === 'cancelled' ? '' : 'text-error'}>
                        {run.error.code.toLowerCase().replaceAll('_', ' ')}{' '}
                      </span>
                    )}
                  </>
                )}
              </span>
            </div>
            <ProgressBar progress={run.trials} />
          </>
        )}
      </td>
      <td data-l="Runner" className="truncate" title={runnerName}>
        {runnerName ?? ''}
      </td>
      <td data-l="Weight" className="num">
        {run.weight}
      </td>
      <td
        data-l="Cost"
        className="num"
        title={run.unpricedTrials > 0 ? `${run.unpricedTrials} trials unpriced` : undefined}
      >
        {run.costUsd === null ? (
          run.status === 'queued' ? (
            ''
          ) : (
            <span className="text-muted">unknown</span>
          )
        ) : (
          formatMoney(run.costUsd)
        )}
      </td>
      <td data-l="Time" className="num">
        {run.status === 'queued' ? (
          <>
            waits <Elapsed from={run.queuedAt} to={null} />
          </>
        ) : run.startedAt === null ? (
          <RelativeTime at={run.queuedAt} />
        ) : (
          <Elapsed from={run.startedAt} to={run.finishedAt} />
        )}
      </td>
      <td data-l="Queued" className="num text-muted">
        <RelativeTime at={run.queuedAt} as="age" every={15_000} />
      </td>
    </tr>
  )
}
