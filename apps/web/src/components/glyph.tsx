import type { JSX } from 'react'

export type Shape = 'pass' | 'fail' | 'error' | 'running' | 'queued' | 'cancelled' | 'orphaned' | 'limit'

const ring = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const

/** Shape before colour: each status keeps its own outline in grey print. */
const shapes: Record<Shape | 'pass-despite', JSX.Element> = {
  pass: <circle cx="6" cy="6" r="4.6" fill="currentColor" />,
  fail: <circle cx="6" cy="6" r="3.9" {...ring} />,
  error: <path d="M6 1.2 11.2 10.4H.8z" fill="currentColor" />,
  running: (
    <>
      <circle cx="6" cy="6" r="3.9" {...ring} />
      <path d="M6 2.1a3.9 3.9 0 0 0 0 7.8z" fill="currentColor" />
    </>
  ),
  queued: <circle cx="6" cy="6" r="1.7" fill="currentColor" />,
  cancelled: (
    <>
      <circle cx="6" cy="6" r="3.9" {...ring} strokeWidth={1.3} />
      <path d="M3.3 8.7 8.7 3.3" stroke="currentColor" strokeWidth={1.3} />
    </>
  ),
  orphaned: <circle cx="6" cy="6" r="3.9" {...ring} strokeDasharray="2.2 1.9" />,
  limit: (
    <>
      <path d="M1.8 1.8h8.4v8.4H1.8z" {...ring} />
      <path d="M3.6 6h4.8" {...ring} />
    </>
  ),
  'pass-despite': (
    <>
      <circle cx="6" cy="4.8" r="3.9" fill="currentColor" />
      <path d="M2 11h8" {...ring} />
    </>
  ),
}

const tones: Record<Shape | 'pass-despite', string> = {
  pass: 'text-pass',
  'pass-despite': 'text-pass',
  fail: 'text-fail',
  error: 'text-error',
  running: 'text-running',
  queued: 'text-queued',
  cancelled: 'text-cancelled',
  orphaned: 'text-orphaned',
  limit: 'text-limit',
}

/** The mark of a status in its colour; decorative, the word or label beside it says the status. */
export function Glyph({ shape, inherit }: { shape: Shape | 'pass-despite'; inherit?: true }) {
  return (
    <svg className={`glyph ${inherit ? '' : tones[shape]}`} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[shape]}
    </svg>
  )
}

export function glyphTone(shape: Shape): string {
  return tones[shape]
}

/** The shapes by reference, `<use href="#glyph-pass">`: thousands of glyphs stay light. */
export function GlyphSprite() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {Object.entries(shapes).map(([shape, content]) => (
          <symbol key={shape} id={`glyph-${shape}`} viewBox="0 0 12 12">
            {content}
          </symbol>
        ))}
      </defs>
    </svg>
  )
}
