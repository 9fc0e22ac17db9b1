'use client'
import { useNow } from '#/components/now.ts'
import { formatSpan } from '#/format/duration.ts'

/** How long something has been going on, or went on. */
export function Elapsed({ from, to, every = 10_000 }: { from: Date; to: Date | null; every?: number }) {
  const now = useNow(every)
  const end = to?.getTime() ?? now
  return <span suppressHydrationWarning>{formatSpan(Math.max(0, end - from.getTime()))}</span>
}
