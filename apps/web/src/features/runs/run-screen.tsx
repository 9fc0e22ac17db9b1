'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '#/components/button.tsx'
import { CopyButton } from '#/components/copy-button.tsx'
import { useNotices } from '#/components/notices.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { RunStatusChip } from '#/components/status-chip.tsx'
import { configWords } from '#/features/experiments/arm-view.ts'
import { QueryError } from '#/features/live/query-error.tsx'
import { Missing } from '#/features/shell/missing.tsx'
import { type Crumb, Screen } from '#/features/shell/screen.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { CancelRun } from './cancel-run.tsx'
import { CommandCard } from './command-card.tsx'
import { commandLine } from './command-line.ts'
import { isEnded } from './is-ended.ts'
import { LogTail } from './log-tail.tsx'
import { ResumeRun } from './resume-run.tsx'
import { RunNotices } from './run-notices.tsx'
import { RunProgress } from './run-progress.tsx'
import { Timeline } from './timeline.tsx'
import { TrialsTable } from './trials-table.tsx'

type Run = Outputs['runs']['get']

function crumbsOf(runId: string, run: Run | undefined): Crumb[] {
  if (run === undefined || run.experiment === null) return [{ text: 'Runs', href: '/runs' }, { text: runId }]
  const experiment = `/experiments/${run.experiment}` as Route
  return [
    { text: 'Experiments', href: '/experiments' },
    { text: run.experiment, href: experiment },
    ...(run.arm === null ? [] : [{ text: run.arm, href: experiment }]),
    { text: runId },
  ]
}

function describe(run: Run): string {
  const { tasks, attempts, concurrency } = run.launch
  return [
    run.benchmark,
    configWords({ ...run.launch, agent: run.agent ?? undefined, model: run.model ?? undefined }),
    run.dataset,
    tasks === undefined ? null : `${tasks} tasks`,
    attempts === undefined ? null : `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} a task`,
    concurrency === undefined ? null : `concurrency ${concurrency}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

/** One run: how far it is, what it writes, what happened to it, its attempts. */
export function RunScreen({ runId }: { runId: string }) {
  const trpc = useTRPC()
  const router = useRouter()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const mayRetry = useMay('member')
  const detail = useQuery(trpc.runs.get.queryOptions({ id: runId }))
  const retry = useMutation(
    trpc.runs.retry.mutationOptions({
      onSuccess: async (again) => {
        await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
        router.push(`/runs/${again.id}` as Route)
      },
      onError: (error) => notify('error', `Not retried. ${errorText(error).message} ${errorText(error).hint ?? ''}`),
    }),
  )
  useEndAnnounced(detail.data)
  const crumbs = crumbsOf(runId, detail.data)

  if (detail.data === undefined) {
    if (errorText(detail.error).status === 404) return <Missing what="run" id={runId} crumbs={crumbs} />
    return (
      <Screen crumbs={crumbs}>
        <QueryError query={detail} what="The run" />
        <div className="mb-4 h-13" />
        <section className="card">
          <SkeletonRows rows={2} height={76} columns={['1fr', '1fr', '1fr', '1fr']} />
        </section>
      </Screen>
    )
  }
  const run = detail.data
  const ended = isEnded(run)
  return (
    <Screen crumbs={crumbs}>
      <div className="head">
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="[overflow-wrap:anywhere]">{run.arm ?? run.name}</h1>
            <span className="font-code text-15 text-muted">{run.id}</span>
            <RunStatusChip run={run} />
          </div>
          <div className="sub mt-1">{describe(run)}</div>
        </div>
        <div className="actions">
          {run.command === null ? null : (
            <CopyButton
              className="max-narrow:hidden"
              text={commandLine(run.command.argv)}
              label="Copy the command"
              word="Copy command"
            />
          )}
          {run.resume === null ? null : <ResumeRun run={{ ...run, resume: run.resume }} />}
          {ended ? (
            <Button
              icon="again"
              busy={retry.isPending && 'Queueing'}
              disabledReason={
                !mayRetry ? 'Takes the role member' : run.supersededBy !== null && 'It was retried already'
              }
              title="A new run with the same frozen launch"
              onClick={() => retry.mutate({ id: run.id })}
            >
              Retry run
            </Button>
          ) : (
            <CancelRun run={run} />
          )}
        </div>
      </div>
      <QueryError query={detail} what="The run" />
      <RunNotices run={run} />
      <RunProgress run={run} />
      <div className="run-columns">
        <div className="grid min-w-0 gap-4">
          <LogTail runId={run.id} ended={ended} logBytes={run.logBytes} />
          <TrialsTable
            runId={run.id}
            counts={{
              pass: run.trials.passed,
              fail: run.trials.failed,
              error: run.trials.errored,
              running: run.trials.running,
              missing: run.trials.missing,
            }}
          />
        </div>
        <div className="grid min-w-0 gap-4">
          <Timeline runId={run.id} />
          {run.command === null ? null : <CommandCard command={run.command} />}
        </div>
      </div>
    </Screen>
  )
}

/** Says to screen readers when the run ends while it is watched. */
function useEndAnnounced(run: Run | undefined): void {
  const { announce } = useNotices()
  const before = useRef(run?.status)
  useEffect(() => {
    if (run === undefined) return
    if (before.current !== undefined && before.current !== run.status && isEnded(run))
      announce(`Run ${run.name} ${run.status}.`)
    before.current = run.status
  }, [run, announce])
}
