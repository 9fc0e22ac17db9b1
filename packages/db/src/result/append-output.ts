import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { storableText } from '../storable.ts'
import { lockRun } from './lock-run.ts'
import { trimOutput } from './trim-output.ts'

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

/**
 * Appends live output and drops whole lines from the front beyond the byte cap, counted in `droppedBytes`. A chunk sent
 * twice is stored once. `fenced`: nothing was written.
 */
export async function appendOutput(db: Db, batch: OutputBatch): Promise<'written' | 'fenced'> {
  return db.transaction(async (tx) => {
    const held = await lockRun(tx, batch.runId, batch.epoch)
    if (held === null) return 'fenced'
    const added = await insertChunks(tx, batch, held.teamId)
    if (added === 0) return 'written'
    const [row] = await tx.execute<{ tailBytes: number }>(sql`
      update run set tail_bytes = tail_bytes + ${added}, log_bytes = log_bytes + ${added}
      where id = ${batch.runId} returning tail_bytes as "tailBytes"`)
    const excess = (row?.tailBytes ?? 0) - batch.limits.outputTailBytes
    if (excess > 0) await dropFront(tx, batch.runId, excess)
    return 'written'
  })
}

async function insertChunks(tx: Db, batch: OutputBatch, teamId: string): Promise<number> {
  const rows = batch.chunks.map((chunk) => {
    const text = storableText(chunk.text)
    return { ...chunk, text, bytes: Buffer.byteLength(text) }
  })
  const inserted = await tx.execute<{ bytes: number }>(sql`
    insert into run_output (run_id, epoch, seq, team_id, stream, text, bytes, first_line, at)
    select ${batch.runId}, ${batch.epoch}, seq, ${teamId}, stream, text, bytes, "firstLine", clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as chunk (seq bigint, stream text, text text, bytes integer, "firstLine" bigint)
    on conflict do nothing
    returning bytes`)
  return inserted.reduce((sum, row) => sum + row.bytes, 0)
}

async function dropFront(tx: Db, runId: string, excess: number): Promise<void> {
  // The front that has to go, and one more piece of each stream, in which a line that was begun there ends.
  const front = await tx.execute<FrontPiece>(sql`
    select epoch, seq, stream, text, first_line::float8 as "firstLine" from (
      select *, sum(bytes) over (order by epoch, seq) - bytes as ahead from run_output where run_id = ${runId}
    ) as piece where ahead < ${excess + lookAheadBytes} order by epoch, seq`)
  const trimmed = trimOutput(front, excess)
  const last = front[trimmed.dropped - 1]
  if (last !== undefined) {
    await tx.execute(sql`
      delete from run_output where run_id = ${runId} and (epoch, seq) <= (${last.epoch}, ${last.seq}::bigint)`)
  }
  for (const cut of trimmed.cut) {
    const piece = front[cut.position]
    if (piece === undefined) continue
    const place = sql`run_id = ${runId} and epoch = ${piece.epoch} and seq = ${piece.seq}::bigint`
    if (cut.text === '') await tx.execute(sql`delete from run_output where ${place}`)
    else
      await tx.execute(sql`
      update run_output set text = ${cut.text}, bytes = ${Buffer.byteLength(cut.text)}, first_line = ${cut.firstLine}
      where ${place}`)
  }
  await tx.execute(sql`
    update run set tail_bytes = tail_bytes - ${trimmed.droppedBytes}, dropped_bytes = dropped_bytes + ${trimmed.droppedBytes}
    where id = ${runId}`)
}

/** How far behind the cut the end of a line is looked for. */
const lookAheadBytes = 64 * 1024

interface FrontPiece extends Record<string, unknown> {
  epoch: number
  seq: string
  stream: 'stdout' | 'stderr'
  text: string
  firstLine: number
}
