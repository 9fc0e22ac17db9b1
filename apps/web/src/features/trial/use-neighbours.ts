'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTRPC } from '#/trpc/client.ts'

const loadedTrials = 500

export interface Neighbours {
  previous: string | null
  next: string | null
  toPrevious: () => void
  toNext: () => void
}

/** The trials before and after one in its run, by task and attempt. */
export function useNeighbours(runId: string | undefined, trialId: string): Neighbours {
  const trpc = useTRPC()
  const router = useRouter()
  const list = useQuery({
    ...trpc.trials.list.queryOptions({ runId: runId ?? '', limit: loadedTrials }),
    enabled: runId !== undefined,
  })
  const ids = list.data?.trials.map((trial) => trial.id) ?? []
  const at = ids.indexOf(trialId)
  const previous = at > 0 ? (ids[at - 1] ?? null) : null
  const next = at >= 0 ? (ids[at + 1] ?? null) : null
  const go = (id: string | null) => {
    if (id !== null) router.push(`/trials/${id}` as Route)
  }
  return { previous, next, toPrevious: () => go(previous), toNext: () => go(next) }
}
