'use client'
import { useQuery } from '@tanstack/react-query'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { QueryError } from '#/features/live/query-error.tsx'
import { Missing } from '#/features/shell/missing.tsx'
import { Screen } from '#/features/shell/screen.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { isProvisional, seriesOf } from './arm-view.ts'
import { ArmsTable } from './arms-table.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { ExperimentHead } from './experiment-head.tsx'
import { TaskMatrix } from './matrix/task-matrix.tsx'

/** Goal, arms, what they say against the reference, and every attempt by task. */
export function ExperimentScreen({ experimentId }: { experimentId: string }) {
  const trpc = useTRPC()
  const input = { id: experimentId }
  const detail = useQuery(trpc.experiments.get.queryOptions(input))
  // Both read every trial: the page must not wait for them.
  const alone = { trpc: { context: { skipBatch: true } } }
  const compared = useQuery(trpc.experiments.compare.queryOptions(input, alone))
  const matrix = useQuery(trpc.experiments.matrix.queryOptions(input, alone))
  const crumbs = [{ text: 'Experiments', href: '/experiments' as const }, { text: experimentId }]

  if (detail.isPending || (detail.isError && detail.data === undefined)) {
    if (errorText(detail.error).status === 404) return <Missing what="experiment" id={experimentId} crumbs={crumbs} />
    return (
      <Screen crumbs={crumbs}>
        <QueryError query={detail} what="The experiment" />
        <div className="mb-4 h-19" />
        <div className="card">
          <SkeletonRows rows={5} height={56} columns={['1fr', '154px', '242px', '82px', '82px', '104px', '92px']} />
        </div>
      </Screen>
    )
  }

  const experiment = detail.data
  const reference = compared.data?.reference ?? null
  const provisional = experiment.arms.map((arm) => ({ name: arm.name, provisional: isProvisional(arm.runs) }))
  const series = seriesOf(provisional, reference)
  const figures = new Map(compared.data?.arms.map((arm) => [arm.arm, arm]))

  return (
    <Screen crumbs={crumbs}>
      <ExperimentHead
        experiment={experiment}
        matrix={matrix.data}
        reference={reference}
        figures={compared.data?.arms ?? []}
      />
      <QueryError query={detail} what="The experiment" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {compared.data === undefined ? null : <ComparisonCard compared={compared.data} series={series} />}
        <QueryError query={compared} what="The comparison" />
        <ArmsTable experiment={experiment} compared={compared.data} series={series} />
        <QueryError query={matrix} what="The task matrix" />
        {matrix.data === undefined ? (
          <section className="card">
            <SkeletonRows rows={10} height={28} columns={['30%', '64px', '1fr', '1fr']} />
          </section>
        ) : matrix.data.tasks.length === 0 ? (
          <section className="card px-4 py-6 text-text-2">
            <b>No attempt yet.</b> Tasks appear here as soon as the first trial starts.
          </section>
        ) : (
          <TaskMatrix
            experimentId={experimentId}
            reference={reference}
            rows={matrix.data.tasks}
            arms={matrix.data.arms.map((name) => ({
              name,
              passRate: figures.get(name)?.passRate ?? null,
              series: series.get(name) ?? { index: 1 },
            }))}
          />
        )}
      </div>
    </Screen>
  )
}
