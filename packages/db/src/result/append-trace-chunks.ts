import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'

export interface TraceChunk {
  /** Ascending from 0 within a generation. */
  seq: number
  firstStep: number
  steps: number
  kinds: Record<string, number>
  tools: string[]
  tokens: number
  rawBytes: number
  /** Compressed. */
  skeleton: Uint8Array
  body: Uint8Array
}

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
  void db
  void append
  throw new Error('not built yet')
}
