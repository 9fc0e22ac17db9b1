'use client'
import { useEffect, useRef } from 'react'
import type { Change } from './changed-queries.ts'
import { useLive } from './live-provider.tsx'

/** Runs `onChange` when this entity changes, or when changes were missed. */
export function useChanges(entity: Change['entity'], id: string | null, onChange: () => void): void {
  const { listen } = useLive()
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (id === null) return
    return listen((changes) => {
      if (changes.some((c) => c.entity === '*' || (c.entity === entity && c.id === id))) latest.current()
    })
  }, [listen, entity, id])
}
