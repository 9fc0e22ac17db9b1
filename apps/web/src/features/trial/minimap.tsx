'use client'
import type { StepSkeleton } from '@paddock/domain'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '#/format/count.ts'
import { formatClock } from '#/format/duration.ts'
import { lookOf } from './kind-look.ts'
import { type Bar, placeBars, ticksOf } from './ruler.ts'

interface MinimapProps {
  steps: readonly StepSkeleton[]
  hits: readonly number[]
  currentHit: number | null
  /** Indices of the first and last step in view. */
  view: { first: number; last: number }
  onJump: (index: number) => void
}

const inset = 12

/** The whole trace beside its steps: kinds and errors by colour, hits, and what is in view. A click jumps. */
export function Minimap({ steps, hits, currentHit, view, onJump }: MinimapProps) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(700)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(Math.max(100, element.clientHeight)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const ruler = useMemo(() => placeBars(steps, height - 2 * inset), [steps, height])
  const yOf = (index: number) => inset + ruler.yOf(index)
  const errors = useMemo(() => steps.filter((step) => step.isError || step.kind === 'error').length, [steps])
  const jump = (clientY: number) => {
    const top = box.current?.getBoundingClientRect().top ?? 0
    onJump(ruler.stepAt(clientY - top - inset))
  }
  const [top, bottom] = [yOf(view.first), yOf(view.last + 1)]
  const label = `${ruler.spanMs === null ? 'Ruler' : `Time ruler, ${formatClock(ruler.spanMs)}`}, ${formatCount(steps.length)} steps, ${errors} errors, ${hits.length} search hits`
  return (
    // A shortcut of the pointer only: the keys walk the steps themselves.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div ref={box} className="mini" onClick={(event) => jump(event.clientY)}>
      <svg width="92" height={height} role="img" aria-label={label}>
        {ticksOf(ruler.spanMs, steps.length).map((tick) => (
          <g key={tick.share} transform={`translate(0 ${inset + tick.share * (height - 2 * inset)})`}>
            <path d="M31 0H40" stroke="var(--chart-axis)" />
            <text x="28" y="4" textAnchor="end" style={{ fontSize: 9.5 }}>
              {tick.text}
            </text>
          </g>
        ))}
        {ruler.bars.map((bar: Bar) => {
          const look = lookOf(bar.step)
          return (
            <rect
              key={bar.step.index}
              x="44"
              y={inset + bar.y}
              width={look.width}
              height={bar.height}
              rx="1"
              fill={look.colour}
              opacity={bar.step.isError ? 1 : 0.75}
            />
          )
        })}
        {hits.map((hit) => (
          <rect
            key={hit}
            x="80"
            y={yOf(hit)}
            width="8"
            height="2"
            fill={hit === currentHit ? 'var(--hit-now)' : 'var(--limit)'}
            opacity={hit === currentHit ? 1 : 0.55}
          />
        ))}
        <rect
          x="41"
          y={top}
          width="49.5"
          height={Math.max(8, bottom - top)}
          rx="2"
          fill="var(--chart-band)"
          stroke="var(--accent-text)"
          strokeWidth="1.25"
        />
      </svg>
    </div>
  )
}
