'use client'
import { type ReactNode, useEffect, useState } from 'react'

const skeletonAfterMs = 200

/** Shows its children only once waiting has become noticeable; their room is kept from the start. */
export function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return <div style={{ visibility: late ? 'visible' : 'hidden' }}>{children}</div>
}
