import type { Step, StepKind } from '@paddock/domain'
import { OpenChunk } from './open-chunk.ts'

/** A run of consecutive steps as it is stored: what an index needs in clear, skeleton and bodies compressed. */
export interface EncodedChunk {
  firstStep: number
  /** How many. */
  steps: number
  /** Kind → number of its steps. */
  kinds: Partial<Record<StepKind, number>>
  /** Each tool once, sorted. */
  tools: string[]
  /** Input (cached included) and output. */
  tokens: number
  /** Of the bodies before compression. */
  rawBytes: number
  /** gzip of the JSON array of `StepSkeleton`. gzip, because a browser can unpack it too (`DecompressionStream`). */
  skeleton: Uint8Array
  /** gzip of the JSON array of `Step`. */
  body: Uint8Array
}

/** Throws a RangeError on no steps, or on steps that do not follow each other. */
export function encodeChunk(steps: readonly Step[]): EncodedChunk {
  if (steps.length === 0) throw new RangeError('A chunk needs at least one step.')
  const chunk = new OpenChunk()
  for (const step of steps) chunk.append(step)
  return chunk.encode()
}
