'use client'
import { useState } from 'react'

interface Settled<T> {
  items: T[]
  /** Items that wait for the pointer to leave. */
  waiting: number
  release: () => void
  /** For the element that holds the rows. */
  handlers: { onPointerEnter: () => void; onPointerLeave: () => void }
}

/**
 * Keeps rows where they are while the pointer is over them: contents change in place, new rows and a new order wait
 * until it leaves.
 */
export function useSettled<T>(items: readonly T[], keyOf: (item: T) => string): Settled<T> {
  /** The rows as they stood when the pointer came. */
  const [held, setHeld] = useState<ReadonlyMap<string, T> | null>(null)
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const release = () => setHeld(null)
  const handlers = { onPointerEnter: () => setHeld(byKey), onPointerLeave: release }
  if (held === null) return { items: [...items], waiting: 0, release, handlers }
  return {
    items: [...held].map(([key, then]) => byKey.get(key) ?? then),
    waiting: [...byKey.keys()].filter((key) => !held.has(key)).length,
    release,
    handlers,
  }
}
