import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'

export interface OutputChunk {
  /** From the daemon, ascending in (run, epoch). */
  seq: number
  stream: 'stdout' | 'stderr'
  text: string
  /** Number of its first line in the log, from 1. */
  firstLine: number
}

export interface OutputBatch {
  runId: string
  epoch: number
  chunks: readonly OutputChunk[]
  limits: Pick<QueueLimits, 'outputTailBytes'>
}

/** Appends live output and drops whole lines from the front beyond the byte cap. A chunk sent twice is stored once. `fenced`: nothing was written. */
export async function appendOutput(db: Db, batch: OutputBatch): Promise<'written' | 'fenced'> {
  void db
  void batch
  throw new Error('not built yet')
}
