'use client'
import type { Step } from '@paddock/domain'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '#/trpc/client.ts'
import type { Outputs } from '#/trpc/outputs.ts'

type Page = Outputs['traces']['steps']

const stepsPerPage = 50
/** Bodies out of view are let go: a trace may be larger than a tab's memory. */
const keptMs = 60_000

interface Source {
  id: string
  /** Another one: the trace was written again from its start. 0: not known yet. */
  generation: number
}

/** The bodies of the steps from `first` to `last`, by pages; what is not loaded yet is missing in the map. */
export function useSteps(trace: Source, first: number, last: number, total: number): ReadonlyMap<number, Step> {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const pages: number[] = []
  for (let page = Math.floor(first / stepsPerPage); page * stepsPerPage <= Math.min(last, total - 1); page++)
    pages.push(page)
  const loaded = useQueries({
    queries: pages.map((page) => {
      const from = page * stepsPerPage
      // A page that was not full when it was read is another one once more steps are known: its count says so.
      const count = Math.min(stepsPerPage, total - from)
      return trpc.traces.steps.queryOptions({ traceId: trace.id, from, count }, { gcTime: keptMs })
    }),
  })
  const isCurrent = (page: Page) => trace.generation === 0 || page.generation >= trace.generation
  const steps = new Map<number, Step>()
  loaded.forEach(({ data }, i) => {
    const page = data ?? shorterPage(queries, trace.id, (pages[i] ?? 0) * stepsPerPage)
    if (page === undefined || !isCurrent(page)) return
    for (const step of page.steps) steps.set(step.index, step)
  })
  useEffect(() => {
    for (const { data, isFetching, refetch } of loaded)
      if (data !== undefined && !isFetching && !isCurrent(data)) void refetch()
  })
  return steps
}

/** What was read of a page when fewer of its steps were known: shown until the whole of it is there. */
function shorterPage(queries: ReturnType<typeof useQueryClient>, traceId: string, from: number): Page | undefined {
  return queries
    .getQueriesData<Page>({ queryKey: [['traces', 'steps'], { input: { traceId, from } }] })
    .flatMap(([, page]) => page ?? [])
    .sort((a, b) => b.steps.length - a.steps.length)[0]
}
