'use client'
import { useEffect, useState } from 'react'

/** A value once it has not changed for `ms`; values are told apart by their JSON. */
export function useSettledValue<T>(value: T, ms: number): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
