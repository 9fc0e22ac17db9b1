import { appendOutput, type Db } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import { logPath, type RunRecord, readNote, writeNote } from '../process/run-record.ts'
import type { Redactor } from '../redact/create-redactor.ts'
import { type LogPiece, type LogPosition, logSize, nextPiece, samePiece, skipTo } from './follow-log.ts'

const streams = ['stdout', 'stderr'] as const
type Stream = (typeof streams)[number]

/** `output.json` of a run's record. */
interface ShippedOutput {
  nextSeq: number
  positions: Record<Stream, LogPosition>
  /** Announced before it is sent: after a crash the very same piece goes out again under the same number. */
  pending: { seq: number; stream: Stream; from: LogPosition; to: LogPosition } | null
}

export interface OutputShipper {
  /** Sends what is there. `rest: 'send'`: nobody writes any more. */
  ship(rest: 'keep' | 'send'): Promise<'written' | 'nothing' | 'fenced'>
  /** Bytes of both logs so far. */
  bytes(): number
}

/** Sends the logs of a run to its live tail in the database: each byte once, in order, without secrets. */
export function outputShipper(
  db: Db,
  record: RunRecord,
  { redactor, limits }: { redactor: Redactor; limits: Pick<QueueLimits, 'outputTailBytes'> },
): OutputShipper {
  const start: LogPosition = { offset: 0, line: 1 }
  const state = readNote<ShippedOutput>(record, 'output.json') ?? {
    nextSeq: 1,
    positions: { stdout: start, stderr: start },
    pending: null,
  }

  async function send(stream: Stream, piece: LogPiece, seq: number): Promise<'written' | 'fenced'> {
    const chunk = { seq, stream, text: piece.text, firstLine: piece.from.line }
    const sent = await appendOutput(db, { runId: record.runId, epoch: record.epoch, chunks: [chunk], limits })
    if (sent === 'fenced') return sent
    state.nextSeq = seq + 1
    state.positions[stream] = piece.to
    state.pending = null
    return sent
  }

  async function sendPending(): Promise<'written' | 'fenced' | 'nothing'> {
    if (state.pending === null) return 'nothing'
    const { seq, stream, from, to } = state.pending
    // The log went with the state directory: nobody can read that piece any more.
    if (logSize(logPath(record, stream)) < to.offset) {
      state.pending = null
      return 'nothing'
    }
    return send(stream, await samePiece(logPath(record, stream), from, to, redactor), seq)
  }

  async function sendStream(stream: Stream, rest: 'keep' | 'send'): Promise<'written' | 'fenced' | 'nothing'> {
    const path = logPath(record, stream)
    const backlog = logSize(path) - state.positions[stream].offset
    if (backlog <= 0) return 'nothing'
    // After an outage, or for a child that floods: what would fall out of the tail at once is not sent at all.
    if (backlog > 2 * limits.outputTailBytes) {
      state.positions[stream] = await skipTo(path, state.positions[stream], logSize(path) - limits.outputTailBytes)
    }
    let outcome: 'written' | 'nothing' = 'nothing'
    for (;;) {
      const piece = await nextPiece(path, state.positions[stream], { redactor, rest })
      if (piece === null) return outcome
      state.pending = { seq: state.nextSeq, stream, from: piece.from, to: piece.to }
      writeNote(record, 'output.json', state)
      if ((await send(stream, piece, state.nextSeq)) === 'fenced') return 'fenced'
      outcome = 'written'
    }
  }

  return {
    bytes: () => streams.reduce((sum, stream) => sum + logSize(logPath(record, stream)), 0),
    async ship(rest) {
      const outcomes = [await sendPending()]
      for (const stream of streams) {
        if (outcomes.includes('fenced')) return 'fenced'
        outcomes.push(await sendStream(stream, rest))
      }
      if (outcomes.includes('fenced')) return 'fenced'
      return outcomes.includes('written') ? 'written' : 'nothing'
    },
  }
}
