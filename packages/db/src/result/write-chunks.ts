import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { TraceRow } from '../rows.ts'
import { trace, traceChunk } from '../schema/index.ts'

export interface TraceChunk {
  /** Ascending from 0 within a generation. */
  seq: number
  firstStep: number
  steps: number
  /** Kind → number of steps. */
  kinds: Record<string, number>
  tools: string[]
  tokens: number
  /** Of the log, before it was read into steps. */
  rawBytes: number
  /** Compressed. */
  skeleton: Uint8Array
  body: Uint8Array
}

/** Writes chunks, replacing those of the same `seq`, and the totals of their trace, whose row is locked. */
export async function writeChunks(tx: Db, row: TraceRow, chunks: readonly TraceChunk[]): Promise<TraceRow> {
  for (const chunk of chunks) {
    const values = { ...chunk, kinds: chunk.kinds, tools: [...chunk.tools] }
    await tx
      .insert(traceChunk)
      .values({ traceId: row.id, teamId: row.teamId, ...values })
      .onConflictDoUpdate({ target: [traceChunk.traceId, traceChunk.seq], set: values })
  }
  const [written] = await tx
    .update(trace)
    .set({
      steps: sql`(select coalesce(max(first_step + steps), 0) from trace_chunk where trace_id = ${row.id})`,
      bytes: sql`(select coalesce(sum(raw_bytes), 0) from trace_chunk where trace_id = ${row.id})`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(trace.id, row.id))
    .returning()
  return written ?? row
}
