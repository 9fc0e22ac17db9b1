import type { Clock } from '../clock.ts'
import type { EndReason } from './end-reason.ts'
import { newestChange } from './newest-change.ts'

export interface TimeLimits {
  /** Output or results were seen. */
  active(): void
  /** Whether the run has used up its time; null: it has not. */
  exceeded(): Promise<EndReason | null>
  /** How long from now it cannot have: nobody has to look before. */
  nextLookMs(): number
}

const longestWaitMs = 60_000

/** Hard and idle time-outs by the monotonic clock. A run that writes files without a word is not idle. */
export function timeLimits(
  clock: Clock,
  run: { timeoutMs: number | null; idleTimeoutMs: number | null; directory: string; ageMs: number },
): TimeLimits {
  const startedAt = clock.nowMs() - run.ageMs
  let activeAt = clock.nowMs()
  let lookedAt = Number.NEGATIVE_INFINITY
  let newestSeen = 0

  /** Files are looked at four times per period: a walk costs, and a quarter late is soon enough. */
  async function look(now: number, idleTimeoutMs: number): Promise<void> {
    if (now - lookedAt < idleTimeoutMs / 4) return
    const newest = await newestChange(run.directory)
    if (newest !== newestSeen && lookedAt !== Number.NEGATIVE_INFINITY) activeAt = now
    newestSeen = newest
    lookedAt = now
  }

  return {
    active() {
      activeAt = clock.nowMs()
    },
    async exceeded() {
      const now = clock.nowMs()
      if (run.timeoutMs !== null && now - startedAt >= run.timeoutMs) return { kind: 'timeout', afterMs: run.timeoutMs }
      if (run.idleTimeoutMs === null) return null
      await look(now, run.idleTimeoutMs)
      return now - activeAt < run.idleTimeoutMs ? null : { kind: 'idle-timeout', afterMs: run.idleTimeoutMs }
    },
    nextLookMs() {
      const { timeoutMs, idleTimeoutMs } = run
      const hardAt = timeoutMs === null ? Number.POSITIVE_INFINITY : startedAt + timeoutMs
      const idleAt =
        idleTimeoutMs === null
          ? Number.POSITIVE_INFINITY
          : Math.min(lookedAt + idleTimeoutMs / 4, activeAt + idleTimeoutMs)
      return Math.max(0, Math.min(longestWaitMs, Math.min(hardAt, idleAt) - clock.nowMs()))
    },
  }
}
