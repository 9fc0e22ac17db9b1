import { type Db, traceSteps } from '@paddock/db'
import type { Step } from '@paddock/domain'
import { readBodyChunk } from './read-chunk.ts'

export interface StepRange {
  generation: number
  steps: Step[]
}

/** Steps `from` … `from + count − 1`, as many of them as there are; null for an unknown trace. */
export async function readSteps(
  tx: Db,
  range: { traceId: string; from: number; count: number },
): Promise<StepRange | null> {
  const found = await traceSteps(tx, range)
  if (found === null) return null
  const end = range.from + range.count
  const bodies = await Promise.all(found.chunks.map((chunk) => readBodyChunk(chunk.body)))
  const steps = bodies.flat().filter((step) => step.index >= range.from && step.index < end)
  return { generation: found.generation, steps }
}
