'use client'
import { useEffect, useMemo } from 'react'

interface Turn<S> {
  state: S
  /** There is more to read at once. */
  more: boolean
}

/**
 * Reads something on from where it stands: one read at a time, and once more when asked meanwhile, so that nothing is
 * lost or read twice. Begins from `start` whenever `readOn` is another function.
 */
export function useReader<S>(
  readOn: (before: S) => Promise<Turn<S>>,
  start: S,
  onState: (state: S) => void,
): () => void {
  // `start` belongs to `readOn`: it is taken when that changes.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const reader = useMemo(() => createReader(readOn, start, onState), [readOn])
  useEffect(() => () => reader.stop(), [reader])
  return reader.read
}

function createReader<S>(readOn: (before: S) => Promise<Turn<S>>, start: S, onState: (state: S) => void) {
  let state = start
  let asked = false
  let reading = false
  let stopped = false
  const run = async () => {
    reading = true
    while (asked && !stopped) {
      asked = false
      const turn = await readOn(state)
      if (stopped) break
      state = turn.state
      asked ||= turn.more
      onState(state)
    }
    reading = false
  }
  return {
    read: () => {
      stopped = false
      asked = true
      if (!reading) void run()
    },
    stop: () => {
      stopped = true
    },
  }
}
