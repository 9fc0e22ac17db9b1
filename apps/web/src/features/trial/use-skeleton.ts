'use client'
import type { StepSkeleton } from '@paddock/domain'
import { useCallback, useEffect, useState } from 'react'
import { useChanges } from '#/features/live/use-changes.ts'
import { useTRPCClient } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { useReader } from '#/trpc/use-reader.ts'

export interface Skeleton {
  generation: number
  steps: readonly StepSkeleton[]
  loaded: boolean
  error: string | null
}

interface Read extends Skeleton {
  traceId: string | null
  nextChunk: number
}

/** The first part is small, so that it does not hold up the first bodies; then some 120,000 steps at a time. */
const firstChunks = 2
const laterChunks = 60

const nothing = { generation: 0, steps: [], loaded: false, error: null, nextChunk: 0 }

/**
 * One compact entry per step, read on by chunk while the trial runs. A trace that was written again from its start has
 * another generation: it is read again as a whole.
 */
export function useSkeleton(traceId: string | null, trialId: string): Skeleton {
  const api = useTRPCClient()
  const [skeleton, setSkeleton] = useState<Read>({ ...nothing, traceId: null })

  const readOn = useCallback(
    async (before: Read): Promise<{ state: Read; more: boolean }> => {
      if (traceId === null) return { state: before, more: false }
      const known = before.traceId === traceId ? before : { ...nothing, traceId }
      try {
        // The last chunk may have grown since it was read: it is read again, and its steps take the place of the old ones.
        const page = await api.traces.skeleton.query(
          {
            traceId,
            fromChunk: Math.max(0, known.nextChunk - 1),
            chunks: known.nextChunk === 0 ? firstChunks : laterChunks,
          },
          { context: { skipBatch: true } },
        )
        if (known.nextChunk > 0 && page.generation !== known.generation)
          return { state: { ...nothing, traceId }, more: true }
        const first = page.steps[0]
        const steps = first === undefined ? known.steps : [...known.steps.slice(0, first.index), ...page.steps]
        return {
          state: {
            traceId,
            generation: page.generation,
            nextChunk: Math.max(known.nextChunk, page.nextChunk),
            steps,
            loaded: true,
            error: null,
          },
          more: false,
        }
      } catch (error) {
        return { state: { ...known, error: errorText(error).message }, more: false }
      }
    },
    [api, traceId],
  )
  const read = useReader(readOn, { ...nothing, traceId }, setSkeleton)
  useEffect(() => read(), [read])
  useChanges('trace', traceId, read)
  useChanges('trial', trialId, read)
  return skeleton.traceId === traceId ? skeleton : nothing
}
