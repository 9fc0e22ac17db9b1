import type { Step, TraceFormat } from '@paddock/domain'
import { type SourceValue, sourceValue, ValueBuffer } from '../source/source-value.ts'
import { numberStep } from './number-step.ts'
import type { ReaderState, StepDraft, TraceReader } from './reader.ts'

/** A format of lines. Its memory is plain JSON, bounded, and all that it knows between two lines. */
export interface LineFormat<Memory> {
  format: TraceFormat
  /** `event`: blank lines mean nothing, and a line that gives no step is folded. `text`: steps span lines. */
  lines: 'event' | 'text'
  begin(): Memory
  /** The steps that this line completes; for an event none, when other lines repeat what it says. */
  read(line: SourceValue, memory: Memory): StepDraft[]
  /** What is left to say when no more lines come. */
  finish(memory: Memory): StepDraft[]
}

const newline = 0x0a

export function openLineReader<Memory>(format: LineFormat<Memory>, from?: ReaderState): TraceReader {
  // The state belongs to the caller, who may resume from it twice.
  const memory = from ? structuredClone(from.memory as Memory) : format.begin()
  let offset = from?.offset ?? 0
  let nextIndex = from?.nextIndex ?? 0
  let lines = from?.lines ?? 0
  let folded = from?.folded ?? 0
  let pending = new ValueBuffer(offset)
  let pendingBytes = 0

  const number = (drafts: StepDraft[], raw: Step['raw'], out: Step[]): void => {
    for (const draft of drafts) {
      out.push(numberStep(draft, nextIndex, raw))
      nextIndex += 1
    }
  }

  const readLine = (line: SourceValue, out: Step[]): void => {
    if (format.lines === 'event' && isBlank(line)) return
    const drafts = format.read(line, memory)
    lines += 1
    if (format.lines === 'event' && drafts.length === 0) folded += 1
    number(drafts, { offset: line.offset, length: line.length }, out)
  }

  const takePending = (): SourceValue => {
    const line = pending.take()
    offset += pendingBytes
    pending = new ValueBuffer(offset)
    pendingBytes = 0
    return line
  }

  return {
    push(bytes) {
      const steps: Step[] = []
      let at = 0
      while (at < bytes.length) {
        const end = bytes.indexOf(newline, at)
        const piece = bytes.subarray(at, end < 0 ? bytes.length : end)
        if (end < 0) {
          pending.append(piece)
          pendingBytes += piece.length
          break
        }
        if (pendingBytes === 0) {
          readLine(sourceValue(offset, piece), steps)
          offset += piece.length + 1
          pending = new ValueBuffer(offset)
        } else {
          pending.append(piece)
          pendingBytes += piece.length
          const line = takePending()
          offset += 1
          pending = new ValueBuffer(offset)
          readLine(line, steps)
        }
        at = end + 1
      }
      return steps
    },
    end() {
      const steps: Step[] = []
      if (pendingBytes > 0) readLine(takePending(), steps)
      number(format.finish(memory), { offset, length: 0 }, steps)
      return steps
    },
    state: () => ({
      version: 1,
      format: format.format,
      offset,
      nextIndex,
      lines,
      folded,
      memory: structuredClone(memory),
    }),
  }
}

function isBlank(line: SourceValue): boolean {
  // Space, tab, carriage return.
  return (
    line.length === line.bytes.length && line.bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
  )
}
