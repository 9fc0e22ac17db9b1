'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useTRPCClient } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { type Change, isTouched } from './changed-queries.ts'
import { createExpander, type ShownExperiment } from './experiments-of-runs.ts'
import { type LiveState, openStream } from './open-stream.ts'

type Listener = (changes: readonly Change[]) => void

interface Live {
  state: LiveState
  /** Hears every batch of changes; returns the way out. */
  listen: (listener: Listener) => () => void
}

const Context = createContext<Live>({ state: { kind: 'connecting', lastGoodAt: null }, listen: () => () => {} })

export function useLive(): Live {
  return useContext(Context)
}

const timers = {
  after: (ms: number, task: () => void) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  now: () => new Date(),
}

function isRefused(error: unknown): boolean {
  return [401, 403].includes(errorText(error).status ?? 0)
}

/** The experiments that a page has loaded, with their runs. */
function shownExperiments(queries: QueryClient): ShownExperiment[] {
  return queries
    .getQueriesData<Outputs['experiments']['get']>({ queryKey: [['experiments', 'get']] })
    .flatMap(([, experiment]) =>
      experiment === undefined
        ? []
        : { id: experiment.id, runIds: new Set(experiment.arms.flatMap((arm) => arm.runs.map((run) => run.id))) },
    )
}

function askToSignIn(): void {
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Holds the tab's one event stream while the tab is visible, and lets the changed queries fetch again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const api = useTRPCClient()
  const queries = useQueryClient()
  const [state, setState] = useState<LiveState>({ kind: 'connecting', lastGoodAt: null })
  const listeners = useRef(new Set<Listener>())

  useEffect(() => {
    const expand = createExpander()
    const stream = openStream({
      connect: (handlers) => api.live.changes.subscribe(undefined, handlers),
      onChanges: (heard) => {
        const changes = expand(heard, shownExperiments(queries))
        void queries.invalidateQueries({ predicate: (query) => isTouched(query.queryKey, changes) })
        for (const listener of listeners.current) listener(changes)
      },
      onState: setState,
      isRefused,
      onRefused: askToSignIn,
      timers,
    })
    const follow = () => (document.visibilityState === 'visible' ? stream.open() : stream.drop())
    follow()
    document.addEventListener('visibilitychange', follow)
    addEventListener('online', stream.retryNow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      removeEventListener('online', stream.retryNow)
      stream.drop()
    }
  }, [api, queries])

  const listen = useCallback((listener: Listener) => {
    listeners.current.add(listener)
    return () => {
      listeners.current.delete(listener)
    }
  }, [])
  const live = useMemo<Live>(() => ({ state, listen }), [state, listen])
  return <Context value={live}>{children}</Context>
}
