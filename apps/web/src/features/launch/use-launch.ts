'use client'
import type { LaunchRequest } from '@paddock/domain'
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useRef, useState } from 'react'
import { useNotices } from '#/components/notices.tsx'
import { useTRPC, useTRPCClient } from '#/trpc/client.ts'
import { type LaunchErrors, launchErrors } from './launch-errors.ts'
import { useSettledValue } from './use-settled-value.ts'

const previewAfterMs = 250

interface ArmCheck {
  /** What it would do; undefined while unknown. */
  plan:
    | { command: { argv: string[] } | null; requires: string[]; weight: number; plannedTrials: number | null }
    | undefined
  errors: LaunchErrors
  checking: boolean
}

/** Checks each arm's launch as it is typed, and launches them all. */
export function useLaunch(launches: readonly LaunchRequest[]) {
  const trpc = useTRPC()
  const api = useTRPCClient()
  const queries = useQueryClient()
  const router = useRouter()
  const { notify } = useNotices()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<ReadonlyMap<string, LaunchErrors>>(new Map())
  /** The same arm sent twice is one run, also when the first answer got lost. */
  const keys = useRef(new Map<string, string>())
  const settled = useSettledValue(useDeferredValue(launches), previewAfterMs)

  const previews = useQueries({
    queries: settled.map((launch) =>
      trpc.runs.preview.queryOptions({ launch }, { placeholderData: keepPreviousData, retry: false, gcTime: 30_000 }),
    ),
  })
  const checks: ArmCheck[] = launches.map((launch, i) => {
    const preview = previews[i]
    return {
      plan: preview?.data,
      errors: refusals.get(JSON.stringify(launch)) ?? launchErrors(preview?.error),
      checking: preview === undefined || preview.isFetching || preview.isPlaceholderData,
    }
  })

  const launchAll = async () => {
    setBusy(true)
    setRefusals(new Map())
    const refused = new Map<string, LaunchErrors>()
    let last: { id: string; experiment: string | null } | null = null
    let launched = 0
    for (const launch of launches) {
      const text = JSON.stringify(launch)
      const key = keys.current.get(text) ?? crypto.randomUUID()
      keys.current.set(text, key)
      try {
        last = await api.runs.launch.mutate({ launch, idempotencyKey: key })
        launched++
      } catch (error) {
        refused.set(text, launchErrors(error))
      }
    }
    setBusy(false)
    setRefusals(refused)
    await queries.invalidateQueries({ queryKey: trpc.experiments.pathKey() })
    if (refused.size > 0) {
      notify(
        'error',
        `${launched} of ${launches.length} arms launched; the others say why beside their fields. Launching again does not repeat what was launched.`,
      )
      return
    }
    if (last !== null) {
      router.push((last.experiment === null ? `/runs/${last.id}` : `/experiments/${last.experiment}`) as Route)
    }
  }
  return { checks, launchAll, busy }
}
