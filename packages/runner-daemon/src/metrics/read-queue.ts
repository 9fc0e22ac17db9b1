import { type Db, heldSnapshotSeconds, queueDepth } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import type { Clock } from '../clock.ts'
import { within } from '../lease/within.ts'
import type { InstallationFigures } from './metrics.ts'

/** However often somebody scrapes, the queue is counted no more often than this. */
const freshMs = 5_000
const answerMs = 2_000

/** Reads the figures of the installation for all gauges of a scrape at once. Null: the database did not answer. */
export function queueReader(db: Db, { limits, clock }: { limits: QueueLimits; clock: Clock }) {
  let last: { atMs: number; figures: Promise<InstallationFigures | null> } | null = null
  const read = async () => ({ ...(await queueDepth(db, limits)), heldSnapshotSeconds: await heldSnapshotSeconds(db) })
  return (): Promise<InstallationFigures | null> => {
    if (last === null || clock.nowMs() - last.atMs >= freshMs) {
      last = { atMs: clock.nowMs(), figures: within(answerMs, read()).catch(() => null) }
    }
    return last.figures
  }
}
