import type { Series } from '#/components/arm-marker.tsx'
import { type Axis, IntervalCell } from '#/components/interval-cell.tsx'
import { formatPercent } from '#/format/percent.ts'
import { formatInterval } from '#/format/points.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import type { Denominator } from './arms-table.tsx'

interface RateCellProps {
  figures: Outputs['experiments']['compare']['arms'][number] | undefined
  denominator: Denominator
  axis: Axis
  series: Series
  reference: number | null
}

/** A rate with its interval and denominator; two rates for the bounds. */
export function RateCell({ figures, denominator, axis, series, reference }: RateCellProps) {
  if (figures === undefined || figures.passRate === null) {
    return (
      <div className="ratecell">
        <span className="w-28 text-center text-muted">–</span>
        <span className="sub">no decided trial yet</span>
      </div>
    )
  }
  const shown = shownRate(figures, denominator)
  return (
    <div className="ratecell">
      <IntervalCell axis={axis} value={shown.value} interval={shown.interval} series={series} reference={reference} />
      <div className="rv">
        <div className="font-medium tabular-nums">
          {shown.text}{' '}
          {series.provisional ? (
            <span className="provisional" title="Trials still missing">
              provisional
            </span>
          ) : null}
        </div>
        <div className="sub tabular-nums">{shown.detail}</div>
      </div>
    </div>
  )
}

type Figures = NonNullable<RateCellProps['figures']>

function shownRate(figures: Figures, denominator: Denominator) {
  const { attempts, missing, strict, bounds, interval } = figures
  const passRate = figures.passRate ?? 0
  switch (denominator) {
    case 'conditional':
      return {
        value: passRate,
        interval,
        text: formatPercent(passRate),
        detail: `${interval === null ? 'no interval' : formatInterval(interval)} of ${attempts}`,
      }
    case 'strict':
      return {
        value: strict ?? passRate,
        interval: null,
        text: formatPercent(strict),
        detail: `of ${attempts + missing}, ${missing} missing`,
      }
    case 'bounds':
      return {
        value: passRate,
        interval: bounds,
        text: bounds === null ? '–' : formatInterval(bounds),
        detail: `${missing} missing of ${attempts + missing}`,
      }
  }
}
