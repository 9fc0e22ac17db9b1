import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'
import { lockRun } from './lock-run.ts'
import { lockTrace } from './lock-trace.ts'
import { type TraceChunk, writeChunks } from './write-chunks.ts'

export interface TraceAppend {
  runId: string
  epoch: number
  traceId: string
  /** The generation that the chunks continue. */
  generation: number
  /** The last one may be written again as it grows: same `seq`, replaced. */
  chunks: readonly TraceChunk[]
}

/** Writes chunks of a trace; its step and byte totals follow. Null: fenced, or another generation by now. */
export async function appendTraceChunks(db: Db, append: TraceAppend): Promise<TraceRow | null> {
  return db.transaction(async (tx) => {
    if ((await lockRun(tx, append.runId, append.epoch)) === null) return null
    const row = await lockTrace(tx, append.runId, append.traceId)
    if (row === null || row.generation !== append.generation) return null
    return writeChunks(tx, row, append.chunks)
  })
}
