import type { Step, TraceFormat } from '@paddock/domain'
import { openReader, resumeReader } from '../reader/open-reader.ts'
import type { ReaderState } from '../reader/reader.ts'

/** The steps of a whole log, read at once. */
export function readWhole(format: TraceFormat, log: Uint8Array): Step[] {
  const reader = openReader(format)
  return [...reader.push(log), ...reader.end()]
}

/** The same, read in pieces that end at the given positions. The reads share one buffer, as those of a file may. */
export function readPieces(format: TraceFormat, log: Uint8Array, ends: Iterable<number>): Step[] {
  const reader = openReader(format)
  const steps: Step[] = []
  let from = 0
  for (const end of [...ends, log.length]) {
    const piece = Uint8Array.from(log.subarray(from, end))
    steps.push(...reader.push(piece))
    piece.fill(0)
    from = end
  }
  return [...steps, ...reader.end()]
}

/** The same, by a reader that is stopped at each position and resumed from its state as it was stored. */
export function readResumed(format: TraceFormat, log: Uint8Array, stops: Iterable<number>): Step[] {
  let reader = openReader(format)
  const steps: Step[] = []
  let from = 0
  for (const stop of stops) {
    steps.push(...reader.push(log.subarray(from, stop)))
    const state = JSON.parse(JSON.stringify(reader.state())) as ReaderState
    reader = resumeReader(format, state)
    from = state.offset
  }
  return [...steps, ...reader.push(log.subarray(from)), ...reader.end()]
}

/** Lines as a log. */
export function logOf(...events: unknown[]): Buffer {
  return Buffer.from(events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join(''))
}
