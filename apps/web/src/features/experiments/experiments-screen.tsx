'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useRef } from 'react'
import { Button, LinkButton } from '#/components/button.tsx'
import { TextInput } from '#/components/field.tsx'
import { FilterChip } from '#/components/filter-chip.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { useRowKeys } from '#/components/use-row-keys.ts'
import { useSettled } from '#/components/use-settled.ts'
import { QueryError } from '#/features/live/query-error.tsx'
import { Screen } from '#/features/shell/screen.tsx'
import { useTRPC, useTRPCClient } from '#/trpc/client.ts'
import { pages } from '#/trpc/pages.ts'
import { ExperimentRow } from './experiment-row.tsx'
import { FirstVisit } from './first-visit.tsx'

const pageSize = 50
const states = ['all', 'open', 'live', 'closed'] as const
const stateWords = { all: 'All', open: 'Open', live: 'Live', closed: 'Closed' }
const columns = ['1fr', '54px', '210px', '220px', '80px', '88px', '70px']

/** The experiments of the team, newest first. */
export function ExperimentsScreen() {
  const trpc = useTRPC()
  const api = useTRPCClient()
  const [view, setView] = useQueryStates(
    { q: parseAsString.withDefault(''), show: parseAsStringLiteral(states).withDefault('all') },
    { history: 'replace', clearOnDefault: true },
  )
  const input = { q: view.q.trim() || undefined, limit: pageSize }
  const list = useInfiniteQuery(
    pages(trpc.experiments.list.infiniteQueryKey(input), (cursor, signal) =>
      api.experiments.list.query({ ...input, cursor }, { signal }),
    ),
  )
  const body = useRef<HTMLTableSectionElement>(null)
  const all = list.data?.pages.flatMap((page) => page.experiments) ?? []
  const settled = useSettled(all, (experiment) => experiment.id)
  const is = {
    all: () => true,
    open: (e: (typeof all)[number]) => e.status === 'open',
    live: (e: (typeof all)[number]) => e.arms.some((arm) => arm.runs.live > 0),
    closed: (e: (typeof all)[number]) => e.status === 'closed',
  }
  const shown = settled.items.filter(is[view.show])
  const cursor = useRowKeys(body, shown.length)
  const isFirst = list.isSuccess && all.length === 0 && view.q.trim() === ''

  return (
    <Screen crumbs={[{ text: 'Experiments' }]}>
      <div className="head">
        <h1>Experiments</h1>
        <div className="actions">
          <LinkButton tone={isFirst ? 'default' : 'primary'} icon="plus" href="/launch">
            New experiment
          </LinkButton>
        </div>
      </div>
      {isFirst ? (
        <FirstVisit />
      ) : (
        <>
          <div className="tools scroll mb-3">
            <TextInput
              search
              boxClassName="w-75"
              placeholder="Search id or goal"
              aria-label="Search id or goal"
              data-page-search
              suffix={<kbd>/</kbd>}
              value={view.q}
              onChange={(event) => void setView({ q: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Escape') void setView({ q: '' })
              }}
            />
            {states.map((state) => (
              <FilterChip
                key={state}
                pressed={view.show === state}
                count={all.filter(is[state]).length}
                onPress={() => void setView({ show: state })}
              >
                {stateWords[state]}
              </FilterChip>
            ))}
            {settled.waiting > 0 ? (
              <button type="button" className="link text-12" onClick={settled.release}>
                Show {settled.waiting} new
              </button>
            ) : null}
          </div>
          <QueryError query={list} what="The list" />
          <section className={`card ${list.isPlaceholderData ? 'stale' : ''}`}>
            {list.isPending ? (
              <SkeletonRows rows={8} height={60} columns={columns} />
            ) : shown.length === 0 ? (
              <div className="flex flex-wrap items-center gap-3 px-4 py-6 text-text-2">
                <span>
                  No {view.show === 'all' ? '' : view.show} experiment matches
                  {view.q.trim() === '' ? '' : <b className="font-code"> {view.q.trim()}</b>}. {all.length} hidden by
                  filters.
                </span>
                <Button small onClick={() => void setView({ q: '', show: 'all' })}>
                  Clear filters
                </Button>
              </div>
            ) : (
              <table className="stack double experiments">
                <caption className="sr-only">Experiments, newest first</caption>
                <thead>
                  <tr>
                    <th scope="col">Experiment and goal</th>
                    <th scope="col" className="num w-13.5">
                      Arms
                    </th>
                    <th scope="col" className="w-54.5">
                      Progress, trials
                    </th>
                    <th scope="col" className="w-62">
                      Best arm, pass rate
                    </th>
                    <th scope="col" className="w-22">
                      Status
                    </th>
                    <th scope="col" className="num w-24">
                      Spend
                    </th>
                    <th scope="col" className="num w-22">
                      Updated
                    </th>
                  </tr>
                </thead>
                <tbody ref={body} {...settled.handlers}>
                  {shown.map((experiment, i) => (
                    <ExperimentRow key={experiment.id} experiment={experiment} isCursor={i === cursor} />
                  ))}
                </tbody>
              </table>
            )}
          </section>
          {list.hasNextPage ? (
            <Button
              className="mt-3"
              busy={list.isFetchingNextPage && 'Loading'}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
        </>
      )}
    </Screen>
  )
}
