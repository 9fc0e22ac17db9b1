'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { Button } from '#/components/button.tsx'
import { CommandLine } from '#/components/command-line.tsx'
import { TextInput } from '#/components/field.tsx'
import { FilterChip, FilterSelect } from '#/components/filter-chip.tsx'
import { Segment } from '#/components/segment.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { useSettled } from '#/components/use-settled.ts'
import { QueryError } from '#/features/live/query-error.tsx'
import { Screen } from '#/features/shell/screen.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { FleetSummary } from './fleet-summary.tsx'
import { RunnerCard } from './runner-card.tsx'
import { needsAttention, ownLabels, type Runner, type RunnerFilter, runnerFilters } from './runner-look.ts'
import { RunnersTable } from './runners-table.tsx'

const filterWords: Record<RunnerFilter, string> = { all: 'All', busy: 'Busy', attention: 'Needs attention' }
const is: Record<RunnerFilter, (runner: Runner) => boolean> = {
  all: () => true,
  busy: (runner) => runner.heldRuns > 0,
  attention: needsAttention,
}

/** The fleet. */
export function RunnersScreen() {
  const trpc = useTRPC()
  const list = useQuery(trpc.runners.list.queryOptions())
  const [view, setView] = useQueryStates(
    {
      q: parseAsString.withDefault(''),
      show: parseAsStringLiteral(runnerFilters).withDefault('all'),
      label: parseAsString.withDefault(''),
      as: parseAsStringLiteral(['cards', 'table'] as const).withDefault('cards'),
    },
    { history: 'replace', clearOnDefault: true },
  )
  const all = list.data ?? []
  const needle = view.q.trim().toLowerCase()
  const found = all.filter(
    (runner) =>
      is[view.show](runner) &&
      (view.label === '' || runner.labels.includes(view.label)) &&
      [runner.name, ...runner.labels].some((text) => text.toLowerCase().includes(needle)),
  )
  const settled = useSettled(found, (runner) => runner.id)
  const labels = [...new Set(all.flatMap(ownLabels))].sort()
  const mayOrder = useMay('admin')
  return (
    <Screen crumbs={[{ text: 'Runners' }]}>
      <div className="head">
        <h1>Runners</h1>
      </div>
      <QueryError query={list} what="The fleet" />
      <FleetSummary runners={all} loaded={list.isSuccess} />
      <div className="tools scroll mb-3">
        <TextInput
          search
          boxClassName="w-60"
          placeholder="Runner or label"
          aria-label="Filter runners"
          data-page-search
          suffix={<kbd>/</kbd>}
          value={view.q}
          onChange={(event) => void setView({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') void setView({ q: '' })
          }}
        />
        {runnerFilters.map((filter) => (
          <FilterChip
            key={filter}
            pressed={view.show === filter}
            count={all.filter(is[filter]).length}
            onPress={() => void setView({ show: filter })}
          >
            {filterWords[filter]}
          </FilterChip>
        ))}
        {labels.length === 0 ? null : (
          <FilterSelect
            label="Label"
            any="any"
            value={view.label}
            options={labels.map((label) => ({ value: label, text: label }))}
            onChange={(label) => void setView({ label })}
          />
        )}
        <div className="ml-auto max-narrow:hidden">
          <Segment
            label="View"
            value={view.as}
            options={[
              { value: 'cards', text: 'Cards' },
              { value: 'table', text: 'Table' },
            ]}
            onChange={(as) => void setView({ as })}
          />
        </div>
      </div>
      {list.isPending ? (
        <div className="fleet">
          <div className="card">
            <SkeletonRows rows={4} height={56} columns={['1fr', '60px']} />
          </div>
        </div>
      ) : all.length === 0 ? (
        <section className="card grid max-w-180 justify-items-start gap-3 px-6 py-6">
          <p className="text-text-2">
            <b>No runner is registered.</b> A runner is a daemon on a host that takes runs. Start one beside the
            database, or on any machine that reaches it:
          </p>
          <CommandLine command="paddock-runner --config runner.yaml" />
        </section>
      ) : settled.items.length === 0 ? (
        <section className="card flex flex-wrap items-center gap-3 px-4 py-6 text-text-2">
          No runner matches. {all.length} hidden by filters.
          <Button small onClick={() => void setView({ q: '', show: 'all', label: '' })}>
            Clear filters
          </Button>
        </section>
      ) : view.as === 'table' ? (
        <RunnersTable runners={settled.items} mayOrder={mayOrder} handlers={settled.handlers} />
      ) : (
        <div className="fleet" {...settled.handlers}>
          {settled.items.map((runner) => (
            <RunnerCard key={runner.id} runner={runner} mayOrder={mayOrder} />
          ))}
        </div>
      )}
    </Screen>
  )
}
