import { gzipSync } from 'node:zlib'
import type { Step, StepKind } from '@paddock/domain'
import { buildSkeleton, tokensOf } from './build-skeleton.ts'

/** A run of consecutive steps as it is stored: what an index needs in clear, skeleton and bodies compressed. */
export interface EncodedChunk {
  firstStep: number
  /** How many. */
  steps: number
  /** Kind → number of its steps. */
  kinds: Partial<Record<StepKind, number>>
  /** Each tool once, sorted. */
  tools: string[]
  tokens: number
  /** Of the bodies before compression. */
  rawBytes: number
  /** gzip of the JSON array of `StepSkeleton`. */
  skeleton: Uint8Array
  /** gzip of the JSON array of `Step`. */
  body: Uint8Array
}

/**
 * gzip, because a browser can unpack it too (`DecompressionStream`). Throws a RangeError on no steps, or on steps that
 * do not follow each other.
 */
export function encodeChunk(steps: readonly Step[]): EncodedChunk {
  return encodeWritten(
    steps,
    steps.map((step) => JSON.stringify(step)),
  )
}

/** The same for steps that have been written as JSON already. */
export function encodeWritten(steps: readonly Step[], written: readonly string[]): EncodedChunk {
  const [first] = steps
  if (!first) throw new RangeError('A chunk needs at least one step.')
  const firstStep = first.index
  if (steps.some((step, position) => step.index !== firstStep + position)) {
    throw new RangeError(`The steps of the chunk from ${firstStep} on do not follow each other.`)
  }
  const body = Buffer.from(`[${written.join(',')}]`, 'utf8')
  return {
    firstStep,
    steps: steps.length,
    kinds: countKinds(steps),
    tools: [...new Set(steps.flatMap((step) => step.tool?.name ?? []))].sort(),
    tokens: steps.reduce((sum, step) => sum + tokensOf(step), 0),
    rawBytes: body.length,
    skeleton: gzipSync(JSON.stringify(steps.map(buildSkeleton))),
    body: gzipSync(body),
  }
}

function countKinds(steps: readonly Step[]): EncodedChunk['kinds'] {
  const kinds: EncodedChunk['kinds'] = {}
  for (const { kind } of steps) kinds[kind] = (kinds[kind] ?? 0) + 1
  return kinds
}
