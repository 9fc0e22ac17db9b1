'use client'
import { useCallback, useEffect, useState } from 'react'
import { useChanges } from '#/features/live/use-changes.ts'
import { useTRPCClient } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { useReader } from '#/trpc/use-reader.ts'
import { appendChunks, emptyLog, type Log } from './log-lines.ts'

const firstTailLines = 5_000

export interface Output {
  log: Log
  /** Read on from here. */
  cursor: string | null
  droppedBytes: number
  state: 'loading' | 'ready' | 'failed'
  error: string | null
}

const nothing: Output = { log: emptyLog, cursor: null, droppedBytes: 0, state: 'loading', error: null }

/** A run's output, read on from a cursor whenever the run changes: nothing is lost or shown twice. */
export function useOutput(runId: string): Output {
  const api = useTRPCClient()
  const [output, setOutput] = useState<Output>(nothing)
  const readOn = useCallback(
    async (before: Output): Promise<{ state: Output; more: boolean }> => {
      try {
        const page = await api.runs.output.query(
          before.cursor === null ? { id: runId, tail: firstTailLines } : { id: runId, cursor: before.cursor },
        )
        const state: Output = {
          log: appendChunks(before.log, page.chunks),
          cursor: page.cursor,
          droppedBytes: page.droppedBytes,
          state: 'ready',
          error: null,
        }
        // A page may be cut short by its size: only an empty one says that there is no more.
        return { state, more: before.cursor !== null && page.chunks.length > 0 }
      } catch (error) {
        const failed = before.state === 'loading' || before.state === 'failed'
        return {
          state: { ...before, state: failed ? 'failed' : 'ready', error: errorText(error).message },
          more: false,
        }
      }
    },
    [api, runId],
  )
  const read = useReader(readOn, nothing, setOutput)
  useEffect(() => read(), [read])
  useChanges('run', runId, read)
  return output
}
