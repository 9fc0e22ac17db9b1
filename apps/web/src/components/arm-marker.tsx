import type { JSX } from 'react'

/** An arm's colour and marker; it keeps both everywhere. */
export interface Series {
  /** 0 is the reference arm, then 1 to 8 in the order of the arms. */
  index: number
  /** Hollow while trials are missing. */
  provisional?: boolean
}

export function seriesColour(index: number): string {
  return index === 0 ? 'var(--chart-ref)' : `var(--chart-${((index - 1) % 8) + 1})`
}

const cross = 'M-1.6 -4.6h3.2v3.0h3.0v3.2h-3.0v3.0h-3.2v-3.0h-3.0v-3.2h3.0z'

const markers: readonly JSX.Element[] = [
  <rect key="0" x="-3.7" y="-3.7" width="7.4" height="7.4" />,
  <path key="1" d="M0 -5.2l5.2 5.2l-5.2 5.2l-5.2 -5.2z" />,
  <circle key="2" r="4.2" />,
  <path key="3" d="M0 -4.2l5 7.8h-10z" />,
  <path key="4" d="M0 4.2l5 -7.8h-10z" />,
  <polygon key="5" points="0,-4.8 4.6,-1.5 2.8,3.9 -2.8,3.9 -4.6,-1.5" />,
  <path key="6" d={cross} transform="rotate(45)" />,
  <path key="7" d={cross} />,
  <path key="8" d="M-4.8 2.1a4.8 4.8 0 0 1 9.6 0z" />,
]

/** The marker itself, centred on the origin, for use inside an svg. */
export function MarkerShape({ index, provisional }: Series) {
  const colour = seriesColour(index)
  return (
    <g fill={provisional ? 'var(--surface)' : colour} stroke={colour} strokeWidth={1.5}>
      {markers[index === 0 ? 0 : ((index - 1) % 8) + 1]}
    </g>
  )
}

export function ArmMarker({ series, size = 14 }: { series: Series; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-7 -7 14 14" aria-hidden="true">
      <MarkerShape {...series} />
    </svg>
  )
}
