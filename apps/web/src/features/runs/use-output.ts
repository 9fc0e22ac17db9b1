'use client'
import { useEffect, useRef, useState } from 'react'
import { useChanges } from '#/features/live/use-changes.ts'
import { useTRPCClient } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { appendChunks, emptyLog, type Log } from './log-lines.ts'

const firstTailLines = 5_000

export interface Output {
  log: Log
  droppedBytes: number
  state: 'loading' | 'ready' | 'failed'
  error: string | null
}

/** A run's output, read on from a cursor whenever the run changes: nothing is lost or shown twice. */
export function useOutput(runId: string): Output {
  const api = useTRPCClient()
  const [output, setOutput] = useState<Output>({ log: emptyLog, droppedBytes: 0, state: 'loading', error: null })
  const cursor = useRef<string | null>(null)
  const reading = useRef<'no' | 'yes' | 'again'>('no')

  const read = async () => {
    if (reading.current !== 'no') {
      reading.current = 'again'
      return
    }
    reading.current = 'yes'
    try {
      for (;;) {
        const from = cursor.current
        const page = await api.runs.output.query(
          from === null ? { id: runId, tail: firstTailLines } : { id: runId, cursor: from },
        )
        cursor.current = page.cursor
        setOutput((before) => ({
          log: appendChunks(from === null ? emptyLog : before.log, page.chunks),
          droppedBytes: page.droppedBytes,
          state: 'ready',
          error: null,
        }))
        // A page may be cut short by its size: only an empty one says that there is no more.
        if (page.chunks.length > 0 && from !== null) continue
        if ((reading.current as string) !== 'again') break
        reading.current = 'yes'
      }
    } catch (error) {
      setOutput((before) => ({
        ...before,
        state: before.state === 'loading' ? 'failed' : 'ready',
        error: errorText(error).message,
      }))
    } finally {
      reading.current = 'no'
    }
  }
  useEffect(() => void read(), [runId])
  useChanges('run', runId, () => void read())
  return output
}
