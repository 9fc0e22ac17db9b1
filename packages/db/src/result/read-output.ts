import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunOutputRow } from '../rows.ts'
import { run, runOutput } from '../schema/index.ts'

export interface OutputCursor {
  epoch: number
  seq: number
}

export interface OutputRequest {
  runId: string
  /** The chunk that was read last. */
  cursor?: OutputCursor | null
  /** Without a cursor: whole lines from the end; absent: all that is held; 0: none. */
  tailLines?: number
  /** Of one answer. Default 256 KiB; at least one chunk comes. */
  maxBytes?: number
}

export interface OutputPage {
  chunks: RunOutputRow[]
  /** Where to read on; null before the first chunk. */
  cursor: OutputCursor | null
  /** Bytes that the tail no longer holds. */
  droppedBytes: number
}

const defaultMaxBytes = 256 * 1024

/**
 * Output after `cursor`, or without one the end of what is held. A cursor whose chunks were dropped since reads on at
 * the oldest one held. Null: no such run.
 */
export async function readOutput(db: Db, request: OutputRequest): Promise<OutputPage | null> {
  const [held] = await db.select({ droppedBytes: run.droppedBytes }).from(run).where(eq(run.id, request.runId))
  if (held === undefined) return null
  const maxBytes = request.maxBytes ?? defaultMaxBytes
  const chunks =
    request.cursor != null
      ? await readAfter(db, request.runId, request.cursor, maxBytes)
      : await readTail(db, request.runId, request.tailLines ?? null, maxBytes)
  const last = chunks.at(-1)
  const cursor =
    last !== undefined ? { epoch: last.epoch, seq: last.seq } : (request.cursor ?? (await newest(db, request.runId)))
  return { chunks, cursor, droppedBytes: held.droppedBytes }
}

async function readAfter(db: Db, runId: string, after: OutputCursor, maxBytes: number): Promise<RunOutputRow[]> {
  const rows = await db
    .select()
    .from(runOutput)
    .where(and(eq(runOutput.runId, runId), sql`(epoch, seq) > (${after.epoch}, ${after.seq}::bigint)`))
    .orderBy(asc(runOutput.epoch), asc(runOutput.seq))
    .limit(1_000)
  return upTo(rows, maxBytes)
}

async function readTail(db: Db, runId: string, lines: number | null, maxBytes: number): Promise<RunOutputRow[]> {
  if (lines === 0) return []
  const taken: RunOutputRow[] = []
  let [bytes, count] = [0, 0]
  let before: OutputCursor | null = null
  // Backwards a page at a time: the last lines of a full tail should not cost the whole of it.
  for (;;) {
    const page: RunOutputRow[] = await db
      .select()
      .from(runOutput)
      .where(
        and(
          eq(runOutput.runId, runId),
          before === null ? undefined : sql`(epoch, seq) < (${before.epoch}, ${before.seq}::bigint)`,
        ),
      )
      .orderBy(desc(runOutput.epoch), desc(runOutput.seq))
      .limit(100)
    for (const row of page) {
      if (taken.length > 0 && bytes + row.bytes > maxBytes) return taken.reverse()
      const kept: RunOutputRow = lines === null ? row : lastLines(row, lines - count)
      taken.push(kept)
      bytes += kept.bytes
      count += lineCount(kept.text)
      if (lines !== null && (count >= lines || kept !== row)) return taken.reverse()
    }
    const oldest = page.at(-1)
    if (oldest === undefined || page.length < 100) return taken.reverse()
    before = { epoch: oldest.epoch, seq: oldest.seq }
  }
}

function upTo(rows: RunOutputRow[], maxBytes: number): RunOutputRow[] {
  let bytes = 0
  const cut = rows.findIndex((row, position) => {
    bytes += row.bytes
    return position > 0 && bytes > maxBytes
  })
  return cut === -1 ? rows : rows.slice(0, cut)
}

/** A final newline ends a line and is none itself. */
function lineCount(text: string): number {
  const ended = text.split('\n').length - 1
  return text.endsWith('\n') ? ended : ended + 1
}

function lastLines(row: RunOutputRow, count: number): RunOutputRow {
  const surplus = lineCount(row.text) - count
  if (surplus <= 0) return row
  const text = row.text.split('\n').slice(surplus).join('\n')
  return { ...row, text, bytes: Buffer.byteLength(text), firstLine: row.firstLine + surplus }
}

async function newest(db: Db, runId: string): Promise<OutputCursor | null> {
  const [row] = await db
    .select({ epoch: runOutput.epoch, seq: runOutput.seq })
    .from(runOutput)
    .where(eq(runOutput.runId, runId))
    .orderBy(desc(runOutput.epoch), desc(runOutput.seq))
    .limit(1)
  return row ?? null
}
