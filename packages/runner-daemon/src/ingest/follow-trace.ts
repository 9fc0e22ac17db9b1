import { open, stat } from 'node:fs/promises'
import { appendTraceChunks, type Db, replaceTrace, type TraceChunk, type TraceRow, upsertTrace } from '@paddock/db'
import type { StepKind, TraceFormat } from '@paddock/domain'
import {
  ChunkWriter,
  decodeSkeleton,
  type EncodedChunk,
  growsByAppending,
  openReader,
  sniffFormat,
  type TraceReader,
} from '@paddock/traces'
import type { Redactor } from '../redact/create-redactor.ts'

export interface TracedLog {
  runId: string
  epoch: number
  trialId: string
  /** Absolute. */
  path: string
  /** Relative to the trial's directory. */
  source: string
  rank: number
}

export type Followed = 'unchanged' | 'grown' | 'fenced'

export interface TraceFollower {
  /** Stores what the log has grown by. `ended`: nobody writes any more, and the trace is closed. */
  advance(state: 'live' | 'ended'): Promise<Followed>
}

const readBytes = 1024 * 1024
/** Of a log that still grows, this much is wanted before its format is settled. */
const sniffBytes = 4 * 1024
/** One advance of a live log reads no more, so that one flood does not hold up the other trials. */
const liveAdvanceBytes = 8 * 1024 * 1024

interface Reading {
  format: TraceFormat
  reader: TraceReader
  writer: ChunkWriter
  row: TraceRow
  /** Number of the chunk that is being filled. */
  nextSeq: number
  /** Bytes read that the redactor holds back: a secret may go on behind them. */
  held: Buffer
}

/**
 * Reads a log into the chunks of a trace, from its beginning and then as it grows. What stands in the database from
 * an earlier daemon, or from before the file shrank, is replaced by the first chunks that are written.
 */
export function followTrace(db: Db, log: TracedLog, redactor: Redactor): TraceFollower {
  let offset = 0
  let reading: Reading | null = null
  let isFresh = false
  let seenMtimeMs = 0

  async function begin(head: Buffer, status: 'live' | 'ended'): Promise<Reading | null> {
    const format = sniffFormat(head)
    const { runId, epoch, trialId, source, rank } = log
    const row = await upsertTrace(db, { runId, epoch, trialId, source, format, rank, status })
    if (row === null) return null
    isFresh = true
    return { format, reader: openReader(format), writer: new ChunkWriter(), row, nextSeq: 0, held: Buffer.alloc(0) }
  }

  async function store(current: Reading, encoded: EncodedChunk[]): Promise<boolean> {
    const chunks = encoded.map((chunk, index) => numbered(chunk, current.nextSeq + index))
    const { runId, epoch } = log
    const traceId = current.row.id
    const mustReplace = isFresh && (current.row.steps > 0 || current.row.generation > 1)
    if (chunks.length === 0 && !mustReplace) return true
    const row = mustReplace
      ? await replaceTrace(db, { runId, epoch, traceId, chunks })
      : await appendTraceChunks(db, { runId, epoch, traceId, generation: current.row.generation, chunks })
    if (row === null) return false
    isFresh = false
    current.row = row
    return true
  }

  async function push(current: Reading, bytes: Buffer, isLast: boolean): Promise<boolean> {
    const whole = current.held.length === 0 ? bytes : Buffer.concat([current.held, bytes])
    const cut = isLast ? whole.length : redactor.safeCut(whole, whole.length)
    current.held = whole.subarray(cut)
    const steps = current.reader.push(redactor.redact(whole.subarray(0, cut)))
    const full = current.writer.add(isLast ? [...steps, ...current.reader.end()] : steps)
    if (full.length > 0 && !(await store(current, full))) return false
    current.nextSeq += full.length
    return true
  }

  return {
    async advance(state) {
      const { size, mtimeMs } = await stat(log.path)
      const isRewritten =
        reading !== null && !growsByAppending(reading.format) && (size !== offset || mtimeMs !== seenMtimeMs)
      if (size < offset || isRewritten) {
        offset = 0
        reading = null
      }
      seenMtimeMs = mtimeMs
      const limit = state === 'live' ? offset + liveAdvanceBytes : Number.POSITIVE_INFINITY
      let grown = false
      for (;;) {
        const bytes = await readAt(log.path, offset)
        const isLast = state === 'ended' && bytes.length < readBytes
        if (reading === null) {
          if (state === 'live' && bytes.length < sniffBytes) return 'unchanged'
          reading = await begin(bytes, state)
          if (reading === null) return 'fenced'
        }
        if (bytes.length > 0) grown = true
        offset += bytes.length
        if ((bytes.length > 0 || isLast) && !(await push(reading, bytes, isLast))) return 'fenced'
        if (isLast || bytes.length === 0 || offset >= limit) break
      }
      if (!grown && state === 'live') return 'unchanged'
      const open = reading.writer.unfinished()
      if (!(await store(reading, open ? [open] : []))) return 'fenced'
      if (state === 'ended') {
        const { runId, epoch, trialId, source, rank } = log
        const row = await upsertTrace(db, {
          runId,
          epoch,
          trialId,
          source,
          format: reading.format,
          rank,
          status: 'ended',
        })
        if (row === null) return 'fenced'
      }
      return 'grown'
    },
  }
}

function numbered(chunk: EncodedChunk, seq: number): TraceChunk {
  const kinds: Partial<Record<StepKind, number>> = {}
  for (const { kind } of decodeSkeleton(chunk.skeleton)) kinds[kind] = (kinds[kind] ?? 0) + 1
  return { ...chunk, kinds: kinds as Record<string, number>, seq }
}

async function readAt(path: string, offset: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(readBytes)
    const { bytesRead } = await file.read(buffer, 0, readBytes, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
