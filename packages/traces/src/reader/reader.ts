import type { Step, TraceFormat } from '@paddock/domain'

/**
 * Turns the bytes of a log into steps, as they come. The same bytes give the same steps, however they are cut into
 * reads. It does no I/O and never throws on what a log holds.
 */
export interface TraceReader {
  /** The steps that these bytes completed. `bytes` may be reused by the caller afterwards. */
  push(bytes: Uint8Array): Step[]
  /** The log is final: the steps that only its end tells of. Not called while a log may still grow. */
  end(): Step[]
  /** What a later reader needs to go on; it does not change with the reader. */
  state(): ReaderState
}

/** Plain JSON: a few KB, some hundred while a message is open that only its end completes. */
export interface ReaderState {
  version: 1
  format: TraceFormat
  /** Reading goes on here: the next `push` of a resumed reader begins with this byte of the log. */
  offset: number
  /** Index of the next step. */
  nextIndex: number
  /** Lines that were not blank (events, for a format of one document). */
  lines: number
  /** Lines that gave no step, because other lines repeat what they say. */
  folded: number
  memory: unknown
}

/** A step as a format makes it; index and place are added where it is numbered. */
export type StepDraft = Omit<Step, 'index' | 'agentPath' | 'raw'> & Partial<Pick<Step, 'agentPath' | 'raw'>>
