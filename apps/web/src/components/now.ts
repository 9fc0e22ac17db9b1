'use client'
import { useEffect, useState } from 'react'

/** Milliseconds now, read again every `stepMs`: exact when it is first shown, and never later than a step. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return now
}
