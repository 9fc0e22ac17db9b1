import type { Admission } from '../admission.ts'
import type { Membership } from '../boot/membership.ts'
import type { HeldRuns } from '../held-runs.ts'
import type { Host } from '../host.ts'
import { describeError } from '../log/describe-error.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { LeaseEvents } from './keep-lease.ts'

export interface BeatParts {
  member: Membership
  runs: HeldRuns
  admit: Admission
  metrics: Metrics
  bootClockMs(): number
  /** Opens the other connections anew. */
  renewPool(): void
}

/** What a beat brings about: cancels, fences and adoptions as the database says, and what follows when it is silent. */
export function answerBeats(host: Host, { member, runs, admit, metrics, ...ports }: BeatParts): LeaseEvents {
  const { log, limits } = host
  let lastBeatAtMs = ports.bootClockMs()
  return {
    runnerId: member.runnerId,
    beforeBeat: () => runs.remember(),
    onBeat(beat) {
      const beatAtMs = ports.bootClockMs()
      if (beatAtMs - lastBeatAtMs > 2 * limits.beatEveryMs) metrics.beatLate()
      lastBeatAtMs = beatAtMs
      admit.onBeat(beat)
      const unknown = runs.compare(beat.held)
      if (unknown.length > 0)
        void member.adopt().catch((error: unknown) => log.warn({ error: describeError(error) }, 'not adopted'))
    },
    async onGone() {
      log.warn({ runnerId: member.runnerId() }, 'the database knows this boot no longer; joining again')
      await member.join()
    },
    onLeaseEnding() {
      for (const run of runs.all()) if (run.isRequeueable) run.end({ kind: 'lease' })
    },
    onBeatFailed: () => metrics.beatFailed(),
    onNoAnswer: () => ports.renewPool(),
  }
}
