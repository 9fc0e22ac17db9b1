'use client'
import type { TrialStatus } from '@paddock/domain'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Button } from '#/components/button.tsx'
import { FilterChip } from '#/components/filter-chip.tsx'
import { Glyph } from '#/components/glyph.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { StatusChip, trialShape } from '#/components/status-chip.tsx'
import { useSettled } from '#/components/use-settled.ts'
import { QueryError } from '#/features/live/query-error.tsx'
import { formatTokens, plural } from '#/format/count.ts'
import { formatDuration } from '#/format/duration.ts'
import { formatMoney } from '#/format/money.ts'
import { useTRPC, useTRPCClient } from '#/trpc/client.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { pages } from '#/trpc/pages.ts'
import { Elapsed } from './elapsed.tsx'

type Trial = Outputs['trials']['list']['trials'][number]

const pageSize = 100
const filters = ['all', 'pass', 'fail', 'error', 'running', 'missing'] as const

interface TrialsTableProps {
  runId: string
  counts: Record<TrialStatus, number>
}

/** The attempts of a run, by task. */
export function TrialsTable({ runId, counts }: TrialsTableProps) {
  const trpc = useTRPC()
  const api = useTRPCClient()
  const [status, setStatus] = useQueryState(
    'trials',
    parseAsStringLiteral(filters).withDefault('all').withOptions({ history: 'replace' }),
  )
  const input = { runId, status: status === 'all' ? undefined : status, limit: pageSize }
  const list = useInfiniteQuery(
    pages(trpc.trials.list.infiniteQueryKey(input), (cursor, signal) =>
      api.trials.list.query({ ...input, cursor }, { signal }),
    ),
  )
  const trials = list.data?.pages.flatMap((page) => page.trials) ?? []
  const settled = useSettled(trials, (trial) => trial.id)
  const total = Object.values(counts).reduce((a, b) => a + b, 0)
  return (
    <section className="card" aria-labelledby="trials-title">
      <header>
        <h2 id="trials-title">Trials</h2>
        <span className="-ml-1 text-muted">{plural(total, 'attempt')}</span>
        <div className="tools ml-auto">
          {filters.map((filter) => (
            <FilterChip
              key={filter}
              pressed={status === filter}
              count={filter === 'all' ? total : counts[filter]}
              onPress={() => void setStatus(filter)}
            >
              {filter === 'all' ? 'All' : <Glyph shape={trialShape(filter)} />}
              {filter === 'all' ? null : filter}
            </FilterChip>
          ))}
        </div>
      </header>
      <QueryError query={list} what="The trials" />
      {list.isPending ? (
        <SkeletonRows rows={6} height={36} columns={['90px', '1fr', '60px', '70px', '70px', '70px', '70px']} />
      ) : trials.length === 0 ? (
        <p className="border-t border-border px-4 py-4 text-muted">
          {status === 'all' ? 'No attempt has started yet.' : `No attempt is "${status}".`}
        </p>
      ) : (
        <table className={`stack trials ${list.isPlaceholderData ? 'stale' : ''}`}>
          <caption className="sr-only">Trials by task and attempt</caption>
          <thead>
            <tr>
              <th scope="col" className="w-25">
                Status
              </th>
              <th scope="col">Task</th>
              <th scope="col" className="num w-18">
                Attempt
              </th>
              <th scope="col" className="num w-20">
                Reward
              </th>
              <th scope="col" className="num w-20">
                Cost
              </th>
              <th scope="col" className="num w-22">
                Tokens out
              </th>
              <th scope="col" className="num w-20">
                Time
              </th>
            </tr>
          </thead>
          <tbody {...settled.handlers}>
            {settled.items.map((trial) => (
              <TrialRow key={trial.id} trial={trial} />
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage ? (
        <div className="border-t border-border p-3">
          <Button small busy={list.isFetchingNextPage && 'Loading'} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function TrialRow({ trial }: { trial: Trial }) {
  return (
    <tr>
      <td className="full">
        <StatusChip shape={trialShape(trial.status)} plain>
          {trial.status}
        </StatusChip>
        {trial.supersededAt === null ? null : (
          <div className="sub" title="A resume ran it again; only what it cost still counts">
            superseded
          </div>
        )}
      </td>
      <td className="full">
        <Link
          className="block truncate font-medium hover:underline"
          href={`/trials/${trial.id}` as Route}
          title={trial.task}
          data-row-link
        >
          {trial.task}
        </Link>
        {trial.errorType === null ? null : (
          <div className="sub truncate text-error!" title={trial.errorMessage ?? undefined}>
            {trial.errorType}
          </div>
        )}
      </td>
      <td data-l="Attempt" className="num">
        {trial.attempt}
      </td>
      <td data-l="Reward" className="num">
        {trial.reward === null ? <span className="text-muted">–</span> : Number(trial.reward.toFixed(3))}
      </td>
      <td data-l="Cost" className="num">
        {trial.costUsd === null ? <span className="text-muted">unknown</span> : formatMoney(trial.costUsd)}
      </td>
      <td data-l="Tokens out" className="num">
        {trial.tokens === null ? <span className="text-muted">unknown</span> : formatTokens(trial.tokens.output)}
      </td>
      <td data-l="Time" className="num">
        {trial.status === 'running' && trial.startedAt !== null ? (
          <Elapsed from={trial.startedAt} to={null} every={1_000} />
        ) : trial.durationMs === null ? (
          <span className="text-muted">–</span>
        ) : (
          formatDuration(trial.durationMs)
        )}
      </td>
    </tr>
  )
}
