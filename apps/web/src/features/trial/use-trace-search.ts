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

const idle: TraceSearch = { hits: [], read: 1 }
const begun: TraceSearch = { hits: [], read: 0 }

/** Searches all bodies of a trace, in order, and says how far it is. */
export function useTraceSearch(traceId: string, total: number, search: RegExp | null): TraceSearch {
  const api = useTRPCClient()
  const [found, setFound] = useState<{ of: RegExp | null; at: TraceSearch }>({ of: null, at: idle })
  useEffect(() => {
    if (search === null || total === 0) return
    const stop = new AbortController()
    const tell = (at: TraceSearch) => {
      if (!stop.signal.aborted) setFound({ of: search, at })
    }
    const look = async () => {
      const hits: number[] = []
      for (let from = 0; from < total && !stop.signal.aborted; from += stepsPerRead) {
        const page = await api.traces.steps.query({ traceId, from, count: stepsPerRead }, { signal: stop.signal })
        for (const step of page.steps) if (stepText(step).search(search) >= 0) hits.push(step.index)
        tell({ hits: [...hits], read: Math.min(1, (from + stepsPerRead) / total) })
      }
    }
    look().catch(() => tell(idle))
    return () => stop.abort()
  }, [api, traceId, total, search])
  if (search === null) return idle
  return found.of === search ? found.at : begun
}
