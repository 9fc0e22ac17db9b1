import type { Clock } from '../clock.ts'
import { describeError } from './describe-error.ts'
import type { Log } from './log.ts'

/**
 * Does it again until it no longer throws: the database or the disk is away, and the result must not be lost for that.
 * Waits 0.2 s, then longer, 5 s at most. Null: `abandoned` became true meanwhile (fenced, or the daemon ends).
 */
export async function untilAccepted<T>(
  act: () => Promise<T>,
  { clock, log, what, abandoned }: { clock: Clock; log: Log; what: string; abandoned: () => boolean },
): Promise<{ value: T } | null> {
  for (let waitMs = 200; ; waitMs = Math.min(5_000, waitMs * 2)) {
    if (abandoned()) return null
    try {
      return { value: await act() }
    } catch (error) {
      log.warn({ what, error: describeError(error), againInMs: waitMs }, 'not accepted; trying again')
    }
    for (let waited = 0; waited < waitMs && !abandoned(); waited += 100) await clock.sleep(100)
  }
}
