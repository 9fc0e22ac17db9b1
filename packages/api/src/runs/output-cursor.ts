import type { OutputCursor, OutputPage } from '@paddock/db'
import { z } from 'zod'

/** `<epoch>.<seq>` of the last chunk that was read. */
export const outputCursor = z.string().regex(/^\d{1,9}\.\d{1,15}$/, 'is not a cursor of run output, such as 1.42')

export function readOutputCursor(text: string | null | undefined): OutputCursor | null {
  if (text === null || text === undefined) return null
  const [epoch, seq] = text.split('.')
  return { epoch: Number(epoch), seq: Number(seq) }
}

export function writeOutputCursor(cursor: OutputCursor): string {
  return `${cursor.epoch}.${cursor.seq}`
}

/** @param before the cursor that was asked with: it stays where nothing came after it */
export function viewOutput(page: OutputPage, before: string | null) {
  return {
    chunks: page.chunks.map((chunk) => ({
      epoch: chunk.epoch,
      seq: chunk.seq,
      stream: chunk.stream,
      text: chunk.text,
      firstLine: chunk.firstLine,
      at: chunk.at,
    })),
    /** Read on from here; null before the first chunk. */
    cursor: page.cursor === null ? before : writeOutputCursor(page.cursor),
    /** Bytes that the live tail no longer holds; the whole log can be downloaded when the run has ended. */
    droppedBytes: page.droppedBytes,
  }
}

export type OutputView = ReturnType<typeof viewOutput>
