import type { Db } from '../db.ts'

/** Compressed bodies of the chunks that hold steps `from` … `from + count − 1`. Null: no such trace. */
export async function traceSteps(
  db: Db,
  request: { traceId: string; from: number; count: number },
): Promise<{
  generation: number
  chunks: { seq: number; firstStep: number; steps: number; body: Uint8Array }[]
} | null> {
  void db
  void request
  throw new Error('not built yet')
}
