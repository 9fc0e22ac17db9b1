'use client'
import type { StepSkeleton } from '@paddock/domain'
import { useEffect, useRef, useState } from 'react'
import { useChanges } from '#/features/live/use-changes.ts'
import { useTRPCClient } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

export interface Skeleton {
  generation: number
  steps: readonly StepSkeleton[]
  loaded: boolean
  error: string | null
}

const empty: Skeleton = { generation: 0, steps: [], loaded: false, error: null }

/**
 * One compact entry per step, read on by chunk while the trial runs. A trace that was written again from its start has
 * another generation: it is read again as a whole.
 */
export function useSkeleton(traceId: string | null, trialId: string): Skeleton {
  const api = useTRPCClient()
  const [skeleton, setSkeleton] = useState(empty)
  const at = useRef({ traceId, generation: 0, nextChunk: 0, steps: [] as StepSkeleton[] })
  const reading = useRef<'no' | 'yes' | 'again'>('no')

  const read = async () => {
    if (traceId === null) return
    if (reading.current !== 'no') {
      reading.current = 'again'
      return
    }
    try {
      do {
        reading.current = 'yes'
        const from = at.current.nextChunk
        const page = await api.traces.skeleton.query({ traceId, fromChunk: from })
        if (at.current.traceId !== traceId) return
        if (from > 0 && page.generation !== at.current.generation) {
          at.current = { traceId, generation: page.generation, nextChunk: 0, steps: [] }
          reading.current = 'again'
          continue
        }
        const steps = page.steps.length === 0 ? at.current.steps : [...at.current.steps, ...page.steps]
        at.current = { traceId, generation: page.generation, nextChunk: page.nextChunk, steps }
        setSkeleton({ generation: page.generation, steps, loaded: true, error: null })
      } while ((reading.current as string) === 'again')
    } catch (error) {
      setSkeleton((before) => ({ ...before, error: errorText(error).message }))
    } finally {
      reading.current = 'no'
    }
  }
  useEffect(() => {
    at.current = { traceId, generation: 0, nextChunk: 0, steps: [] }
    reading.current = 'no'
    setSkeleton(empty)
    void read()
  }, [traceId])
  useChanges('trace', traceId, () => void read())
  useChanges('trial', trialId, () => void read())
  return skeleton
}
