'use client'
import { type RefObject, useState } from 'react'
import { useKeys } from './keys.ts'

/** `j`, `k` walk the rows of a table body, Enter opens the row's link. Returns the row that is stood on, −1 for none. */
export function useRowKeys(body: RefObject<HTMLElement | null>, rows: number): number {
  const [at, setAt] = useState(-1)
  const go = (to: number) => {
    const next = Math.max(0, Math.min(rows - 1, to))
    setAt(next)
    const links = body.current?.querySelectorAll<HTMLElement>('[data-row-link]')
    links?.[next]?.focus()
  }
  useKeys({ j: () => go(at + 1), k: () => go(at - 1) })
  return at < rows ? at : -1
}
