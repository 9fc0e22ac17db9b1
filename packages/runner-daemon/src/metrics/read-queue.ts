import { type Db, type QueueDepth, queueDepth } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import type { Clock } from '../clock.ts'
import { within } from '../lease/within.ts'

/** However often somebody scrapes, the queue is counted no more often than this. */
const freshMs = 5_000
const answerMs = 2_000

/** Reads the depth of the queue for all gauges of a scrape at once. Null: the database did not answer. */
export function queueReader(db: Db, { limits, clock }: { limits: QueueLimits; clock: Clock }) {
  let last: { atMs: number; depth: Promise<QueueDepth | null> } | null = null
  return (): Promise<QueueDepth | null> => {
    if (last === null || clock.nowMs() - last.atMs >= freshMs) {
      last = { atMs: clock.nowMs(), depth: within(answerMs, queueDepth(db, limits)).catch(() => null) }
    }
    return last.depth
  }
}
