'use client'
import { useCallback, useSyncExternalStore } from 'react'

/** Milliseconds now, rounded down to `stepMs`; renders again only when that changes. */
export function useNow(stepMs: number): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, stepMs)
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  const read = () => Math.floor(Date.now() / stepMs) * stepMs
  return useSyncExternalStore(subscribe, read, read)
}
