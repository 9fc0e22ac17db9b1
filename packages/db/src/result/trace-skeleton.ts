import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { trace, traceChunk } from '../schema/index.ts'

export interface SkeletonChunk {
  seq: number
  firstStep: number
  steps: number
  kinds: Record<string, number>
  tools: string[]
  tokens: number
  /** Compressed. */
  skeleton: Uint8Array
}

/** PostgreSQL's largest integer: no limit. */
const allChunks = 2_147_483_647

/**
 * Skeletons of the chunks from `fromChunk` on, in order, at most `limit` of them; where `generation` is another than the one read before, start
 * again from 0. Null: no such trace.
 */
export async function traceSkeleton(
  db: Db,
  request: { traceId: string; fromChunk?: number; limit?: number },
): Promise<{ generation: number; chunks: SkeletonChunk[] } | null> {
  const [row] = await db.select({ generation: trace.generation }).from(trace).where(eq(trace.id, request.traceId))
  if (row === undefined) return null
  const chunks = await db
    .select({
      seq: traceChunk.seq,
      firstStep: traceChunk.firstStep,
      steps: traceChunk.steps,
      kinds: traceChunk.kinds,
      tools: traceChunk.tools,
      tokens: traceChunk.tokens,
      skeleton: traceChunk.skeleton,
    })
    .from(traceChunk)
    .where(and(eq(traceChunk.traceId, request.traceId), gte(traceChunk.seq, request.fromChunk ?? 0)))
    .orderBy(asc(traceChunk.seq))
    .limit(request.limit ?? allChunks)
  return { generation: row.generation, chunks }
}
