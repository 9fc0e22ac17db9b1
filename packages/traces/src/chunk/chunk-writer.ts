import type { Step } from '@paddock/domain'
import { chunkBytes, chunkSteps } from '../limits.ts'
import type { EncodedChunk } from './encode-chunk.ts'
import { OpenChunk } from './open-chunk.ts'

/**
 * Gathers steps into chunks. While a log grows, the last chunk is stored unfinished and later written over, under the
 * same `firstStep`; after a restart it is given back by its steps.
 */
export class ChunkWriter {
  private readonly open = new OpenChunk()

  /** `unfinished`: the steps of the last chunk that was stored, when it was not full. */
  constructor(unfinished: readonly Step[] = []) {
    for (const step of unfinished) this.open.append(step)
  }

  /** The chunks that became full. Throws a RangeError when the steps do not follow those before. */
  add(steps: readonly Step[]): EncodedChunk[] {
    const full: EncodedChunk[] = []
    for (const step of steps) {
      this.open.append(step)
      if (this.open.rawBytes < chunkBytes && this.open.steps < chunkSteps) continue
      full.push(this.open.encode())
      this.open.clear()
    }
    return full
  }

  /** The chunk that is being filled, as it stands; null when there is none. */
  unfinished(): EncodedChunk | null {
    return this.open.steps === 0 ? null : this.open.encode()
  }
}
