'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useRef, useState } from 'react'
import { Button, LinkButton } from '#/components/button.tsx'
import { TextInput } from '#/components/field.tsx'
import { FilterChip, FilterSelect } from '#/components/filter-chip.tsx'
import { Glyph, type Shape } from '#/components/glyph.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { useRowKeys } from '#/components/use-row-keys.ts'
import { useSettled } from '#/components/use-settled.ts'
import { QueryError } from '#/features/live/query-error.tsx'
import { Screen } from '#/features/shell/screen.tsx'
import { useTRPC, useTRPCClient } from '#/trpc/client.ts'
import { pages } from '#/trpc/pages.ts'
import { BulkBar } from './bulk-bar.tsx'
import { RunsTable } from './runs-table.tsx'
import { filterStatuses, groupRuns, type RunFilter, runFilters } from './runs-view.ts'

const pageSize = 50
const columns = ['42px', '116px', '1fr', '320px', '98px', '66px', '80px', '110px', '70px']

const chips: readonly [RunFilter, string, Shape | null][] = [
  ['all', 'All', null],
  ['running', 'Running', 'running'],
  ['waiting', 'Waiting', 'queued'],
  ['succeeded', 'Succeeded', 'pass'],
  ['failed', 'Failed', 'error'],
  ['cancelled', 'Cancelled', 'cancelled'],
  ['orphaned', 'Orphaned', 'orphaned'],
]

/** The queue and what became of it. */
export function RunsScreen() {
  const trpc = useTRPC()
  const api = useTRPCClient()
  const [view, setView] = useQueryStates(
    {
      status: parseAsStringLiteral(runFilters).withDefault('all'),
      benchmark: parseAsString.withDefault(''),
      experiment: parseAsString.withDefault(''),
      q: parseAsString.withDefault(''),
    },
    { history: 'replace', clearOnDefault: true },
  )
  const input = {
    status: filterStatuses[view.status],
    benchmark: view.benchmark || undefined,
    experiment: view.experiment || undefined,
    limit: pageSize,
  }
  const list = useInfiniteQuery(
    pages(trpc.runs.list.infiniteQueryKey(input), (cursor, signal) =>
      api.runs.list.query({ ...input, cursor }, { signal }),
    ),
  )
  const benchmarks = useQuery(trpc.benchmarks.list.queryOptions())
  const runners = useQuery(trpc.runners.list.queryOptions())
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const body = useRef<HTMLTableElement>(null)

  const loaded = list.data?.pages.flatMap((page) => page.runs) ?? []
  const needle = view.q.trim().toLowerCase()
  const found = loaded.filter((run) =>
    [run.id, run.name, run.experiment, run.arm, run.model, run.agent].some((text) =>
      text?.toLowerCase().includes(needle),
    ),
  )
  const ordered = groupRuns(found).flatMap((group) => group.runs)
  const settled = useSettled(ordered, (run) => run.id)
  const groups = groupRuns(settled.items)
  const cursor = useRowKeys(body, settled.items.length)
  const runnerOf = new Map(
    runners.data?.flatMap((runner) => runner.runs.map((run) => [run.runId, runner.name] as const)),
  )
  const filtered = view.status !== 'all' || view.benchmark !== '' || view.experiment !== '' || needle !== ''
  const experiments = [...new Set(loaded.flatMap((run) => run.experiment ?? []))].sort()
  if (view.experiment !== '' && !experiments.includes(view.experiment)) experiments.push(view.experiment)
  const selected = settled.items.filter((run) => selection.has(run.id))

  return (
    <Screen crumbs={[{ text: 'Runs' }]}>
      <div className="head">
        <h1>Runs</h1>
        <div className="actions">
          <LinkButton tone="primary" icon="plus" href="/launch">
            Launch
          </LinkButton>
        </div>
      </div>
      <div className="tools scroll mb-3">
        <TextInput
          search
          boxClassName="w-60"
          placeholder="Run, experiment, model"
          aria-label="Filter runs"
          data-page-search
          suffix={<kbd>/</kbd>}
          value={view.q}
          onChange={(event) => void setView({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') void setView({ q: '' })
          }}
        />
        {chips.map(([filter, word, shape]) => (
          <FilterChip key={filter} pressed={view.status === filter} onPress={() => void setView({ status: filter })}>
            {shape === null ? null : <Glyph shape={shape} />}
            {word}
          </FilterChip>
        ))}
        <FilterSelect
          label="Benchmark"
          any="any"
          value={view.benchmark}
          options={(benchmarks.data ?? []).map((b) => ({ value: b.id, text: b.title }))}
          onChange={(benchmark) => void setView({ benchmark })}
        />
        <FilterSelect
          label="Experiment"
          any="any"
          value={view.experiment}
          options={experiments.map((id) => ({ value: id, text: id }))}
          onChange={(experiment) => void setView({ experiment })}
        />
        {settled.waiting > 0 ? (
          <button type="button" className="link text-12" onClick={settled.release}>
            Show {settled.waiting} new
          </button>
        ) : null}
      </div>
      <QueryError query={list} what="The list" />
      <section className={`card ${list.isPlaceholderData ? 'stale' : ''}`}>
        {list.isPending ? (
          <SkeletonRows rows={8} height={52} columns={columns} />
        ) : settled.items.length === 0 ? (
          <div className="flex flex-wrap items-center gap-3 px-4 py-6 text-text-2">
            {filtered ? (
              <>
                No run matches these filters.
                <Button small onClick={() => void setView({ status: 'all', benchmark: '', experiment: '', q: '' })}>
                  Clear filters
                </Button>
              </>
            ) : (
              <>
                <span>
                  <b>No runs yet.</b> Launch an arm, and see it start here.
                </span>
                <LinkButton small href="/launch">
                  Launch
                </LinkButton>
              </>
            )}
          </div>
        ) : (
          <RunsTable
            ref={body}
            groups={groups}
            runnerOf={runnerOf}
            cursor={cursor}
            selection={selection}
            onSelection={setSelection}
            handlers={settled.handlers}
          />
        )}
      </section>
      {list.hasNextPage ? (
        <Button className="mt-3" busy={list.isFetchingNextPage && 'Loading'} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {selected.length > 0 ? <BulkBar runs={selected} onDone={() => setSelection(new Set())} /> : null}
    </Screen>
  )
}
