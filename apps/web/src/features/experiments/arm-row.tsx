import type { Route } from 'next'
import Link from 'next/link'
import { ArmMarker, type Series } from '#/components/arm-marker.tsx'
import type { Axis } from '#/components/interval-cell.tsx'
import { endedTrials, ProgressBar } from '#/components/progress-bar.tsx'
import { RunStatusChip } from '#/components/status-chip.tsx'
import { formatProgress } from '#/format/count.ts'
import { formatDuration } from '#/format/duration.ts'
import { formatMoney } from '#/format/money.ts'
import { formatChange } from '#/format/percent.ts'
import { formatInterval, formatPoints } from '#/format/points.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { armProgress, configWords, leadRun } from './arm-view.ts'
import type { Denominator } from './arms-table.tsx'
import { RateCell } from './rate-cell.tsx'

type Figures = Outputs['experiments']['compare']['arms'][number]

interface ArmRowProps {
  arm: Outputs['experiments']['get']['arms'][number]
  figures: Figures | undefined
  comparison: Outputs['experiments']['compare']['comparisons'][number] | undefined
  /** The reference arm's own figures. */
  reference: Figures | undefined
  series: Series
  axis: Axis
  denominator: Denominator
}

export function ArmRow({ arm, figures, comparison, reference, series, axis, denominator }: ArmRowProps) {
  const progress = armProgress(arm.runs)
  const lead = leadRun(arm.runs)
  const isReference = figures !== undefined && figures.arm === reference?.arm
  const words = configWords(arm.launch)
  return (
    <tr>
      <td className="full">
        <div className="flex items-center gap-2">
          <ArmMarker series={series} />
          {lead === undefined ? (
            <span className="font-semibold">{arm.label ?? arm.name}</span>
          ) : (
            <Link
              className="truncate font-semibold hover:underline"
              href={`/runs/${lead.id}` as Route}
              title={`Open run ${lead.name}`}
            >
              {arm.label ?? arm.name}
            </Link>
          )}
          {arm.role === null ? null : <span className="role">{arm.role}</span>}
          {arm.runs.length > 1 ? <span className="role">{arm.runs.length} runs</span> : null}
        </div>
        <div className="sub config truncate" title={arm.note ? `${words}. ${arm.note}` : words}>
          {words}
        </div>
      </td>
      <td data-l="Progress" className="progress">
        <div className="flex items-center gap-2 text-12">
          {lead === undefined ? <span className="text-muted">no run</span> : <RunStatusChip run={lead} plain />}
          <span className="ml-auto text-muted tabular-nums">
            {formatProgress(endedTrials(progress), progress.planned)}
          </span>
        </div>
        <ProgressBar progress={progress} />
      </td>
      <td className="full rate">
        <RateCell
          figures={figures}
          denominator={denominator}
          axis={axis}
          series={series}
          reference={reference?.passRate ?? null}
        />
      </td>
      <td className="num" data-l="Δ">
        <Delta isReference={isReference} comparison={comparison} />
      </td>
      <td className="num" data-l="$ per task">
        <Money usd={figures?.costPerTask} against={isReference ? null : (reference?.costPerTask ?? null)} />
      </td>
      <td className="num" data-l="$ per success">
        <Money usd={figures?.costPerSuccess} against={isReference ? null : (reference?.costPerSuccess ?? null)} />
      </td>
      <td className="num" data-l="Median time">
        {figures?.medianDurationMs === null || figures === undefined ? (
          <span className="text-muted">–</span>
        ) : (
          <>
            <div>{formatDuration(figures.medianDurationMs)}</div>
            {isReference || !reference?.medianDurationMs ? null : (
              <div className="sub">{formatChange(figures.medianDurationMs / reference.medianDurationMs)}</div>
            )}
          </>
        )}
      </td>
      <td
        className="num"
        data-l="Spent"
        title={figures && figures.unpriced > 0 ? `${figures.unpriced} trials unpriced` : undefined}
      >
        {figures?.costUsd === null || figures === undefined ? (
          <span className="text-muted">unknown</span>
        ) : (
          formatMoney(figures.costUsd)
        )}
      </td>
    </tr>
  )
}

function Delta({ isReference, comparison }: { isReference: boolean; comparison: ArmRowProps['comparison'] }) {
  if (isReference) return <span className="text-muted">reference</span>
  if (comparison === undefined || comparison.delta === null) return <span className="text-muted">–</span>
  const { delta, interval } = comparison
  const tone = interval === null ? '' : interval[0] > 0 ? 'better' : interval[1] < 0 ? 'worse' : ''
  return (
    <>
      <div className={`font-medium ${tone}`}>{formatPoints(delta)}</div>
      {interval === null ? null : <div className="sub">{formatInterval(interval)}</div>}
    </>
  )
}

function Money({ usd, against }: { usd: number | null | undefined; against: number | null }) {
  if (usd === null || usd === undefined) return <span className="text-muted">–</span>
  return (
    <>
      <div>{formatMoney(usd)}</div>
      {against === null || against === 0 ? null : <div className="sub">{formatChange(usd / against)}</div>}
    </>
  )
}
