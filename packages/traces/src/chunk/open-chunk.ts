import { gzipSync } from 'node:zlib'
import type { Step, StepKind } from '@paddock/domain'
import { GrowingBuffer } from '../source/growing-buffer.ts'
import { buildSkeleton } from './build-skeleton.ts'
import type { EncodedChunk } from './encode-chunk.ts'

/**
 * A chunk that is being filled, and emptied to be filled again. It holds what it will store and not the steps: half a
 * megabyte of bytes instead of thousands of objects, which a collector keeps copying (a 300 MB log took 200 MB more
 * that way).
 */
export class OpenChunk {
  private readonly body = new GrowingBuffer()
  private readonly skeleton = new GrowingBuffer()
  private firstStep: number | null = null
  private kinds: Partial<Record<StepKind, number>> = {}
  private tools = new Set<string>()
  private tokens = 0
  steps = 0

  get rawBytes(): number {
    return this.body.length
  }

  /** Throws a RangeError when the step does not follow the last one. */
  append(step: Step): void {
    this.firstStep ??= step.index
    const expected = this.firstStep + this.steps
    if (step.index !== expected) {
      throw new RangeError(`Step ${step.index} does not follow: the chunk goes on with ${expected}.`)
    }
    const entry = buildSkeleton(step)
    const separator = this.steps === 0 ? '[' : ','
    this.body.appendText(separator)
    this.body.appendText(JSON.stringify(step))
    this.skeleton.appendText(separator)
    this.skeleton.appendText(JSON.stringify(entry))
    this.kinds[step.kind] = (this.kinds[step.kind] ?? 0) + 1
    if (entry.tool !== null) this.tools.add(entry.tool)
    this.tokens += entry.tokens
    this.steps += 1
  }

  /** The chunk as it stands; more may follow. */
  encode(): EncodedChunk {
    const { steps, tokens } = this
    return {
      firstStep: this.firstStep ?? 0,
      steps,
      kinds: { ...this.kinds },
      tools: [...this.tools].sort(),
      tokens,
      rawBytes: this.body.length + 1,
      skeleton: compress(this.skeleton),
      body: compress(this.body),
    }
  }

  /** Empties it for the step that follows. */
  clear(): void {
    if (this.firstStep !== null) this.firstStep += this.steps
    this.body.truncate(0)
    this.skeleton.truncate(0)
    this.kinds = {}
    this.tools = new Set()
    this.tokens = 0
    this.steps = 0
  }
}

function compress(list: GrowingBuffer): Uint8Array {
  const length = list.length
  list.appendText(']')
  const compressed = gzipSync(list.view())
  list.truncate(length)
  return compressed
}
