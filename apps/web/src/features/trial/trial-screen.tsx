'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useKeys } from '#/components/keys.ts'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { QueryError } from '#/features/live/query-error.tsx'
import { Missing } from '#/features/shell/missing.tsx'
import { type Crumb, Screen } from '#/features/shell/screen.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { NoTrace, ReaderError } from './no-trace.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { TraceView } from './trace-view.tsx'
import type { TrialDetail } from './trial-facts.ts'
import { TrialHead } from './trial-head.tsx'
import { ArtifactsTab, ConfigTab, ExceptionTab } from './trial-tabs.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { useSkeleton } from './use-skeleton.ts'

const tabs = ['trajectory', 'artifacts', 'config', 'exception'] as const
type Tab = (typeof tabs)[number]
const tabWords: Record<Tab, string> = {
  trajectory: 'Trajectory',
  artifacts: 'Artifacts',
  config: 'Config',
  exception: 'Exception',
}

function crumbsOf(trialId: string, trial: TrialDetail | undefined): Crumb[] {
  if (trial === undefined) return [{ text: 'Runs', href: '/runs' }, { text: trialId }]
  const run: Crumb = { text: trial.run.arm ?? trial.run.name, href: `/runs/${trial.runId}` as Route }
  if (trial.run.experiment === null) return [{ text: 'Runs', href: '/runs' }, run, { text: trial.task }]
  return [
    { text: 'Experiments', href: '/experiments' },
    { text: trial.run.experiment, href: `/experiments/${trial.run.experiment}` as Route },
    run,
    { text: trial.task },
  ]
}

/** One trial down to a single step. */
export function TrialScreen({ trialId }: { trialId: string }) {
  const trpc = useTRPC()
  const detail = useQuery(trpc.trials.get.queryOptions({ id: trialId }))
  const trial = detail.data
  const neighbours = useNeighbours(trial?.runId, trialId)
  const [view, setView] = useQueryStates(
    { tab: parseAsStringLiteral(tabs).withDefault('trajectory'), log: parseAsString.withDefault('') },
    { history: 'replace', shallow: true, clearOnDefault: true },
  )
  const trace = trial?.traces.find((one) => one.id === view.log) ?? trial?.traces[0]
  const skeleton = useSkeleton(trace?.id ?? null, trialId)
  const turnTab = (by: number) => {
    const at = tabs.indexOf(view.tab)
    void setView({ tab: tabs[(at + by + tabs.length) % tabs.length] ?? 'trajectory' })
  }
  useKeys({
    ArrowLeft: neighbours.toPrevious,
    ArrowRight: neighbours.toNext,
    'Alt+ArrowLeft': (event) => {
      event.preventDefault()
      turnTab(-1)
    },
    'Alt+ArrowRight': (event) => {
      event.preventDefault()
      turnTab(1)
    },
  })
  const crumbs = crumbsOf(trialId, trial)
  if (trial === undefined) {
    if (errorText(detail.error).status === 404) return <Missing what="trial" id={trialId} crumbs={crumbs} />
    return (
      <Screen crumbs={crumbs} rail>
        <div className="t-head h-20">
          <QueryError query={detail} what="The trial" />
        </div>
        <div className="t-body">
          <div className="mini" />
          <div className="mid">
            <SkeletonRows rows={8} height={76} columns={['38px', '1fr', '120px']} />
          </div>
          <aside className="side" />
        </div>
      </Screen>
    )
  }
  const counts: Record<Tab, number | null> = {
    trajectory: trace === undefined ? null : Math.max(trace.steps, skeleton.steps.length),
    artifacts: trial.artifacts.length,
    config: null,
    exception: trial.errorType === null ? null : 1,
  }
  return (
    <Screen crumbs={crumbs} rail>
      <div className="t-head">
        <TrialHead trial={trial} neighbours={neighbours} />
        <div className="flex items-end gap-4">
          <div className="tabs" role="tablist" aria-label="Parts of the trial">
            {tabs.map((tab) => (
              <button
                key={tab}
                type="button"
                role="tab"
                id={`tab-${tab}`}
                aria-selected={view.tab === tab}
                aria-controls="tab-panel"
                onClick={() => void setView({ tab })}
              >
                {tabWords[tab]} {counts[tab] === null ? null : <span className="n">{counts[tab]}</span>}
              </button>
            ))}
          </div>
          {trial.traces.length > 1 && view.tab === 'trajectory' ? (
            <label className="ml-auto mb-1.5 text-12 text-muted">
              Log{' '}
              <select
                className="cursor-pointer rounded-1 bg-transparent text-text-2"
                value={trace?.id}
                onChange={(event) => void setView({ log: event.target.value })}
              >
                {trial.traces.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.source} ({one.format})
                  </option>
                ))}
              </select>
            </label>
          ) : null}
        </div>
      </div>
      <QueryError query={detail} what="The trial" />
      <div
        className={`t-body ${view.tab === 'trajectory' && trace !== undefined ? '' : 'no-mini'}`}
        role="tabpanel"
        id="tab-panel"
        aria-labelledby={`tab-${view.tab}`}
      >
        {view.tab === 'trajectory' ? (
          trace === undefined ? (
            <NoTrace trial={trial} onException={() => void setView({ tab: 'exception' })} />
          ) : trace.steps === 0 && trace.status === 'failed' ? (
            <div className="mid">
              <ReaderError source={trace.source} error={trace.error ?? skeleton.error ?? 'no reason given'} />
            </div>
          ) : (
            <TraceView key={trace.id} trace={trace} skeleton={skeleton} />
          )
        ) : (
          <div className="mid scroll">
            {view.tab === 'artifacts' ? (
              <ArtifactsTab trial={trial} />
            ) : view.tab === 'config' ? (
              <ConfigTab trial={trial} />
            ) : (
              <ExceptionTab trial={trial} />
            )}
          </div>
        )}
        <OutcomePanel trial={trial} />
      </div>
    </Screen>
  )
}
