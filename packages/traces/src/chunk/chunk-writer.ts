import type { Step } from '@paddock/domain'
import { chunkBytes, chunkSteps } from '../limits.ts'
import { type EncodedChunk, encodeWritten } from './encode-chunk.ts'

/**
 * Gathers steps into chunks. While a log grows, the last chunk is stored unfinished and later written over, under the
 * same `firstStep`; after a restart it is given back by its steps.
 */
export class ChunkWriter {
  private steps: Step[] = []
  private written: string[] = []
  private bytes = 0

  /** `unfinished`: the steps of the last chunk that was stored, when it was not full. */
  constructor(unfinished: readonly Step[] = []) {
    for (const step of unfinished) this.append(step)
  }

  /** The chunks that became full. */
  add(steps: readonly Step[]): EncodedChunk[] {
    const full: EncodedChunk[] = []
    for (const step of steps) {
      this.append(step)
      const chunk = this.isFull() ? this.unfinished() : null
      if (!chunk) continue
      full.push(chunk)
      this.steps = []
      this.written = []
      this.bytes = 0
    }
    return full
  }

  /** The chunk that is being filled, as it stands; null when there is none. */
  unfinished(): EncodedChunk | null {
    return this.steps.length === 0 ? null : encodeWritten(this.steps, this.written)
  }

  private append(step: Step): void {
    const json = JSON.stringify(step)
    this.steps.push(step)
    this.written.push(json)
    this.bytes += Buffer.byteLength(json)
  }

  private isFull(): boolean {
    return this.bytes >= chunkBytes || this.steps.length >= chunkSteps
  }
}
