'use client'
import { formatMoment } from '#/format/ago.ts'
import { useLive } from './live-provider.tsx'

const words = { connecting: 'Connecting', live: 'Live', interrupted: 'Interrupted' }

/** Whether what is shown follows what happens. */
export function LiveLight() {
  const { state } = useLive()
  const title =
    state.kind === 'live'
      ? 'Connected: changes appear by themselves'
      : state.lastGoodAt === null
        ? 'Not connected yet'
        : `Shown: the state of ${formatMoment(state.lastGoodAt)}`
  return (
    <span
      className="live"
      data-state={state.kind}
      title={title}
      role="status"
      aria-label={`Updates: ${words[state.kind]}`}
    >
      <span aria-hidden="true">{words[state.kind]}</span>
    </span>
  )
}
