'use client'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '#/components/now.ts'
import { QueryError } from '#/features/live/query-error.tsx'
import { formatMoment, formatTimeOfDay } from '#/format/ago.ts'
import { useTRPC } from '#/trpc/client.ts'
import { eventWords } from './event-words.ts'

/** What happened to a run, in order. */
export function Timeline({ runId }: { runId: string }) {
  const trpc = useTRPC()
  const events = useQuery(trpc.runs.events.queryOptions({ id: runId }))
  const now = new Date(useNow(60_000))
  return (
    <section className="card" aria-labelledby="timeline-title">
      <header>
        <h2 id="timeline-title">Timeline</h2>
      </header>
      <QueryError query={events} what="The timeline" />
      <ol className="timeline pad">
        {(events.data ?? []).map((event) => {
          const { title, detail } = eventWords(event.kind, event.data, event.epoch)
          return (
            <li key={event.seq}>
              <time
                className="text-12 leading-5! text-muted tabular-nums"
                dateTime={event.at.toISOString()}
                title={formatMoment(event.at)}
                suppressHydrationWarning
              >
                {formatTimeOfDay(event.at, now)}
              </time>
              <span className="rail" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b>{title}</b> <span className="text-text-2">{detail}</span>
              </span>
            </li>
          )
        })}
        {events.data?.length === 0 ? <li className="block! text-muted">Nothing yet.</li> : null}
      </ol>
    </section>
  )
}
