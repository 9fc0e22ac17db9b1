import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'
import { trace, traceChunk } from '../schema/index.ts'
import { lockRun } from './lock-run.ts'
import { lockTrace } from './lock-trace.ts'
import { type TraceChunk, writeChunks } from './write-chunks.ts'

export interface TraceReplacement {
  runId: string
  epoch: number
  traceId: string
  chunks: readonly TraceChunk[]
}

/**
 * Throws the chunks of a trace away and writes these under the next generation (its file shrank, or the live trace was
 * compacted); readers of the old one start again. Null: fenced.
 */
export async function replaceTrace(db: Db, replacement: TraceReplacement): Promise<TraceRow | null> {
  return db.transaction(async (tx) => {
    if ((await lockRun(tx, replacement.runId, replacement.epoch)) === null) return null
    const row = await lockTrace(tx, replacement.runId, replacement.traceId)
    if (row === null) return null
    await tx.delete(traceChunk).where(eq(traceChunk.traceId, row.id))
    await tx.update(trace).set({ generation: sql`generation + 1` }).where(eq(trace.id, row.id))
    return writeChunks(tx, row, replacement.chunks)
  })
}
