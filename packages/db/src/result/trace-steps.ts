import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { trace, traceChunk } from '../schema/index.ts'

export interface StepsRequest {
  traceId: string
  /** From 0. */
  from: number
  count: number
}

export interface StepsChunk {
  seq: number
  firstStep: number
  steps: number
  /** Compressed. */
  body: Uint8Array
}

/**
 * Bodies of the chunks that hold steps `from` … `from + count − 1`; costs the same at the end of a long trace.
 * Null: no such trace. Index: trace_chunk_step (trace_id, first_step).
 */
export async function traceSteps(
  db: Db,
  request: StepsRequest,
): Promise<{ generation: number; chunks: StepsChunk[] } | null> {
  const [row] = await db.select({ generation: trace.generation }).from(trace).where(eq(trace.id, request.traceId))
  if (row === undefined) return null
  const first = sql`(select coalesce(max(first_step), 0) from trace_chunk
    where trace_id = ${request.traceId} and first_step <= ${request.from})`
  const chunks = await db
    .select({ seq: traceChunk.seq, firstStep: traceChunk.firstStep, steps: traceChunk.steps, body: traceChunk.body })
    .from(traceChunk)
    .where(
      and(
        eq(traceChunk.traceId, request.traceId),
        gte(traceChunk.firstStep, first),
        lt(traceChunk.firstStep, request.from + request.count),
      ),
    )
    .orderBy(asc(traceChunk.seq))
  return { generation: row.generation, chunks: chunks.filter((chunk) => chunk.firstStep + chunk.steps > request.from) }
}
