import { type Beat, beatRunner, type Connection } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import { describeError } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'
import { turn } from '../turn.ts'
import { NoAnswer, within } from './within.ts'

export interface LeaseEvents {
  runnerId(): string
  /** The runs that a beat can be asked about: those held before it is sent. */
  beforeBeat(): void
  onBeat(beat: Beat): void
  /** The database no longer knows this boot: register again, adopt, kill the rest. */
  onGone(): Promise<void>
  /** Long without an accepted beat: what may be run elsewhere is to be killed now, before the lease ends. */
  onLeaseEnding(): void
  onBeatFailed(): void
  /** A beat was not answered at all: other connections may be as dead. */
  onNoAnswer(): void
}

export interface Lease {
  /** Beats at once: a cancel was announced. */
  beatNow(): void
  lastBeatMs(): number
  /** The last beat failed. */
  isLate(): boolean
  close(): Promise<void>
}

export interface LeasePorts {
  /** A connection for beats alone: whatever the daemon does, it must not queue behind that. */
  connect(): Connection
  /** Sleep of the machine included. */
  bootClockMs(): number
  limits: Pick<QueueLimits, 'beatEveryMs' | 'leaseMs'>
  log: Log
}

/** Beats until it is closed, and watches its own lease by a clock that nobody can set. */
export function keepLease(events: LeaseEvents, { connect, bootClockMs, limits, log }: LeasePorts): Lease {
  const asked = turn()
  let connection = connect()
  let closed = false
  let lastBeatMs = bootClockMs()
  let late = false
  let isFencing = false

  // Before the database's own judgement, with time left for the killing.
  const watch = setInterval(
    () => {
      if (bootClockMs() - lastBeatMs < limits.leaseMs * 0.8) return
      if (!isFencing) log.error({ sinceMs: bootClockMs() - lastBeatMs }, 'no beat was accepted; the lease is ending')
      isFencing = true
      events.onLeaseEnding()
    },
    Math.min(1_000, limits.leaseMs / 20),
  )

  async function beat(): Promise<void> {
    events.beforeBeat()
    const sentMs = bootClockMs()
    const answer = await within(Math.max(1_000, 2 * limits.beatEveryMs), beatRunner(connection.db, events.runnerId()))
    const silentMs = sentMs - lastBeatMs
    // The lease runs from when the beat was sent: when it arrived nobody here knows.
    lastBeatMs = sentMs
    late = false
    isFencing = false
    if (answer === null) return events.onGone()
    if (silentMs > limits.leaseMs / 2) log.warn({ silentMs }, 'a beat is accepted again')
    events.onBeat(answer)
  }

  async function loop(): Promise<void> {
    while (!closed) {
      try {
        await beat()
      } catch (error) {
        log.warn({ error: describeError(error) }, 'a beat failed')
        late = true
        events.onBeatFailed()
        if (error instanceof NoAnswer) events.onNoAnswer()
        void connection.close().catch(() => {})
        connection = connect()
      }
      if (!closed) await asked.wait(late ? Math.min(1_000, limits.beatEveryMs) : limits.beatEveryMs)
    }
  }

  const looping = loop()
  return {
    beatNow: () => asked.wake(),
    lastBeatMs: () => lastBeatMs,
    isLate: () => late,
    async close() {
      closed = true
      clearInterval(watch)
      asked.wake()
      await looping
      await connection.close()
    },
  }
}
