'use client'
import { useEffect, useRef, useState } from 'react'

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
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const seen = useRef(new Map<string, T>())
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const keys = [...byKey.keys()]
  useEffect(() => {
    if (order === null) seen.current = new Map()
    for (const item of items) seen.current.set(keyOf(item), item)
  })
  const release = () => setOrder(null)
  const handlers = { onPointerEnter: () => setOrder(keys), onPointerLeave: release }
  if (order === null) return { items: [...items], waiting: 0, release, handlers }
  const held = order.flatMap((key) => byKey.get(key) ?? seen.current.get(key) ?? [])
  return { items: held, waiting: keys.filter((key) => !order.includes(key)).length, release, handlers }
}
