import type { Turn } from '../turn.ts'
import type { EndReason } from './end-reason.ts'

/** What the rest of the daemon asks of a run while it goes on. */
export interface RunEnd {
  /** Ends the process tree; the first reason counts. */
  end(reason: EndReason): void
  /** The run is not ours any more: the tree is killed at once, and nothing is written. */
  fence(why: string): void
  /** Leaves the process alone: the next daemon of this host goes on with it. */
  handOver(): void
  readonly reason: EndReason | null
  readonly fenced: string | null
  readonly handedOver: boolean
  /** No grace any more. */
  readonly isHurried: boolean
}

export function runEnd(turn: Turn): RunEnd {
  let reason: EndReason | null = null
  let fenced: string | null = null
  let handedOver = false
  let isHurried = false
  return {
    end(asked) {
      reason ??= asked
      if (asked.kind === 'lease') isHurried = true
      turn.wake()
    },
    fence(why) {
      fenced ??= why
      turn.wake()
    },
    handOver() {
      handedOver = true
      turn.wake()
    },
    get reason() {
      return reason
    },
    get fenced() {
      return fenced
    },
    get isHurried() {
      return isHurried || fenced !== null
    },
    get handedOver() {
      return handedOver
    },
  }
}
