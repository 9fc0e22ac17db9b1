'use client'
import type { Step } from '@paddock/domain'
import { useQueries } from '@tanstack/react-query'
import { useTRPC } from '#/trpc/client.ts'

export const stepsPerPage = 50

/** The bodies of the steps from `first` to `last`, by pages; what is not loaded yet is missing in the map. */
export function useSteps(
  trace: { id: string; generation: number } | null,
  first: number,
  last: number,
  total: number,
): ReadonlyMap<number, Step> {
  const trpc = useTRPC()
  const pages: number[] = []
  if (trace !== null && total > 0) {
    for (let page = Math.floor(first / stepsPerPage); page * stepsPerPage <= Math.min(last, total - 1); page++)
      pages.push(page)
  }
  const loaded = useQueries({
    queries: pages.map((page) => {
      const from = page * stepsPerPage
      const options = trpc.traces.steps.queryOptions({ traceId: trace?.id ?? '', from, count: stepsPerPage })
      // A page that was read while it was not full is another one from when more steps came.
      const known = Math.min(stepsPerPage, total - from)
      return {
        ...options,
        queryKey: [...options.queryKey, trace?.generation, known] as unknown as typeof options.queryKey,
      }
    }),
  })
  const steps = new Map<number, Step>()
  for (const page of loaded) for (const step of page.data?.steps ?? []) steps.set(step.index, step)
  return steps
}
