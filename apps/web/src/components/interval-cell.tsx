import { minus } from '#/format/minus.ts'
import { formatPercent } from '#/format/percent.ts'
import { formatInterval } from '#/format/points.ts'
import { MarkerShape, type Series, seriesColour } from './arm-marker.tsx'

/** The shared axis of intervals that are compared; never one per row. */
export interface Axis {
  from: number
  to: number
  ticks: readonly number[]
}

interface IntervalCellProps {
  axis: Axis
  value: number
  /** Null below two tasks: no interval then. */
  interval: readonly [number, number] | null
  series: Series
  /** Where the reference stands, as a dotted line. */
  reference?: number | null
  width?: number
}

/** Dot and whisker; hollow and dashed while provisional. */
export function IntervalCell({ axis, value, interval, series, reference, width = 112 }: IntervalCellProps) {
  const x = (v: number) => 6 + ((v - axis.from) / (axis.to - axis.from)) * (width - 12)
  const colour = seriesColour(series.index)
  const [low, high] = interval === null ? [value, value] : [x(interval[0]), x(interval[1])]
  return (
    <svg
      width={width}
      height="24"
      viewBox={`0 0 ${width} 24`}
      role="img"
      aria-label={`${formatPercent(value)}${interval === null ? ', no interval' : `, interval ${formatInterval(interval)}`}`}
    >
      {axis.ticks.map((tick) => (
        <path key={tick} d={`M${x(tick)} 0V24`} stroke="var(--chart-grid)" />
      ))}
      {reference === null || reference === undefined ? null : (
        <path d={`M${x(reference)} 0V24`} stroke="var(--chart-axis)" strokeDasharray="2 2" />
      )}
      {interval === null ? null : (
        <>
          <path
            d={`M${low} 12H${high}`}
            stroke={colour}
            strokeWidth={1.5}
            strokeDasharray={series.provisional ? '3 2' : undefined}
          />
          <path d={`M${low} 8v8M${high} 8v8`} stroke={colour} strokeWidth={1.5} />
        </>
      )}
      <g transform={`translate(${x(value)} 12)`}>
        <MarkerShape {...series} />
      </g>
    </svg>
  )
}

/** The numbers above a column of intervals. */
export function AxisLabels({ axis, width = 112 }: { axis: Axis; width?: number }) {
  const x = (v: number) => 6 + ((v - axis.from) / (axis.to - axis.from)) * (width - 12)
  return (
    <svg width={width} height="14" aria-hidden="true" overflow="visible">
      {axis.ticks.map((tick) => (
        <text key={tick} x={x(tick)} y="11" textAnchor="middle">
          {minus(String(Math.round(tick * 100)))}
        </text>
      ))}
    </svg>
  )
}
