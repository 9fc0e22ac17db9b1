'use client'
import { useEffect, useState } from 'react'
import { useTRPCClient } from '#/trpc/client.ts'
import { stepText } from './step-text.ts'

const stepsPerRead = 500

export interface TraceSearch {
  /** Indices of the steps that match, ascending. */
  hits: readonly number[]
  /** 0 to 1; 1: the whole trace was read. */
  read: number
}

const nothing: TraceSearch = { hits: [], read: 1 }

/** Searches all bodies of a trace, in order, and says how far it is. */
export function useTraceSearch(
  trace: { id: string; generation: number } | null,
  total: number,
  search: RegExp | null,
): TraceSearch {
  const api = useTRPCClient()
  const [found, setFound] = useState<TraceSearch>(nothing)
  const id = trace?.id
  useEffect(() => {
    if (id === undefined || search === null || total === 0) {
      setFound(nothing)
      return
    }
    const stop = new AbortController()
    const look = async () => {
      const hits: number[] = []
      setFound({ hits, read: 0 })
      for (let from = 0; from < total && !stop.signal.aborted; from += stepsPerRead) {
        const page = await api.traces.steps.query({ traceId: id, from, count: stepsPerRead }, { signal: stop.signal })
        for (const step of page.steps) {
          search.lastIndex = 0
          if (search.test(stepText(step))) hits.push(step.index)
        }
        if (!stop.signal.aborted) setFound({ hits: [...hits], read: Math.min(1, (from + stepsPerRead) / total) })
      }
    }
    look().catch(() => {
      if (!stop.signal.aborted) setFound((before) => ({ ...before, read: 1 }))
    })
    return () => stop.abort()
  }, [api, id, total, search])
  return found
}
