'use client'
import { Strip } from '#/components/strip.tsx'
import { formatMoment } from '#/format/ago.ts'
import { useLive } from './live-provider.tsx'

/** Above the last good data, with its time, while the stream is down. */
export function InterruptedStrip() {
  const { state } = useLive()
  if (state.kind !== 'interrupted') return null
  return (
    <div className="interrupted">
      <Strip title="Live updates are interrupted.">
        Trying again by itself; nothing will be missed.
        {state.lastGoodAt === null ? '' : ` Shown: the state of ${formatMoment(state.lastGoodAt).slice(11)}.`}
      </Strip>
    </div>
  )
}
