import type { Db } from '../db.ts'
import type { RunOutputRow } from '../rows.ts'

export interface OutputCursor {
  epoch: number
  seq: number
}

export interface OutputPage {
  chunks: RunOutputRow[]
  /** Where to read on; null before the first chunk. */
  cursor: OutputCursor | null
  /** Bytes that the tail no longer holds. */
  droppedBytes: number
}

/** Output after `cursor`, or without one the last `tailLines` lines (absent: all that is held; 0: none). Null: no such run. */
export async function readOutput(
  db: Db,
  request: { runId: string; cursor?: OutputCursor | null; tailLines?: number; maxBytes?: number },
): Promise<OutputPage | null> {
  void db
  void request
  throw new Error('not built yet')
}
