import { formatTokens, plural } from '#/format/count.ts'
import { formatClock } from '#/format/duration.ts'
import type { Turn } from './trace-items.ts'

/** What a turn spans; stays at the top while its steps scroll. */
export function TurnHeader({ item, startMs }: { item: Turn; startMs: number | null }) {
  const clock = (at: string | null) => (at === null || startMs === null ? null : formatClock(Date.parse(at) - startMs))
  const [from, to] = [clock(item.at), clock(item.until)]
  return (
    <div className="turn">
      <b>Turn {item.turn}</b>
      {from === null ? null : <span>{to === null || to === from ? from : `${from} to ${to}`}</span>}
      <span>{plural(item.last - item.first + 1, 'step')}</span>
      <span className="ml-auto">{item.tokens > 0 ? `${formatTokens(item.tokens)} tokens` : ''}</span>
    </div>
  )
}
