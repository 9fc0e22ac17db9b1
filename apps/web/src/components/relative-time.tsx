'use client'
import { formatAge, formatAgo, formatMoment } from '#/format/ago.ts'
import { useNow } from './now.ts'

const formats = { age: formatAge, ago: formatAgo }

/** A moment as people say it; the exact one on hover. Counts on by itself. */
export function RelativeTime({ at, as = 'ago', every = 5_000 }: { at: Date; as?: 'age' | 'ago'; every?: number }) {
  const now = useNow(every)
  const passed = now - at.getTime()
  // The clock was read before a moment that has only come: that is now, not the future.
  const shown = passed < 0 && passed > -every - 2_000 ? 0 : passed
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)} suppressHydrationWarning>
      {formats[as](shown)}
    </time>
  )
}
