import type { Db } from '../db.ts'

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

/** Skeletons of the chunks from `fromChunk` on, in order. Null: no such trace. */
export async function traceSkeleton(
  db: Db,
  request: { traceId: string; fromChunk?: number },
): Promise<{ generation: number; chunks: SkeletonChunk[] } | null> {
  void db
  void request
  throw new Error('not built yet')
}
