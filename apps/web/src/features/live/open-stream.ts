import type { Change } from './changed-queries.ts'

const firstRetryMs = 500
const lastRetryMs = 10_000
/** A connection that is being made again is called interrupted only after this: a hiccup of a second is no news. */
const graceMs = 1_500

export interface LiveState {
  kind: 'connecting' | 'live' | 'interrupted'
  /** Until when the stream was whole: everything shown is at least as new. */
  lastGoodAt: Date | null
}

export interface StreamHandlers {
  onStarted: () => void
  onData: (changes: readonly Change[]) => void
  onError: (error: unknown) => void
  onComplete: () => void
  onConnectionStateChange: (state: { state: 'idle' | 'connecting' | 'pending'; error: unknown }) => void
}

interface StreamOptions {
  connect: (handlers: StreamHandlers) => { unsubscribe: () => void }
  onChanges: (changes: readonly Change[]) => void
  onState: (state: LiveState) => void
  /** The session does not hold any more: no use in trying again. */
  isRefused: (error: unknown) => boolean
  onRefused: () => void
  timers: { after: (ms: number, task: () => void) => () => void; now: () => Date }
}

export interface Stream {
  open: () => void
  /** Lets go without a word; what happens meanwhile is caught up by the first event of the next stream. */
  drop: () => void
  retryNow: () => void
}

/**
 * One event stream that always comes back. The transport reconnects what was cut; an end, an error page or a server
 * that is not there yet closes it for good, so it is made again here, ever slower up to 10 s.
 */
export function openStream({ connect, onChanges, onState, isRefused, onRefused, timers }: StreamOptions): Stream {
  let subscription: { unsubscribe: () => void } | null = null
  /** Raised by each connection and each drop: late words of an old one are not heard. */
  let generation = 0
  let retryMs = firstRetryMs
  let whole = false
  let lastGoodAt: Date | null = null
  let cancelRetry: (() => void) | null = null
  let cancelGrace: (() => void) | null = null

  function good() {
    retryMs = firstRetryMs
    cancelGrace?.()
    cancelGrace = null
    if (whole) return
    whole = true
    lastGoodAt = timers.now()
    onState({ kind: 'live', lastGoodAt })
  }

  function doubtful() {
    if (whole) lastGoodAt = timers.now()
    whole = false
    cancelGrace ??= timers.after(graceMs, () => onState({ kind: 'interrupted', lastGoodAt }))
  }

  function lost() {
    generation++
    subscription?.unsubscribe()
    subscription = null
    doubtful()
    cancelRetry ??= timers.after(retryMs, () => {
      cancelRetry = null
      open()
    })
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  function fail(error: unknown) {
    if (isRefused(error)) onRefused()
    else lost()
  }

  function open() {
    if (subscription !== null) return
    cancelRetry?.()
    cancelRetry = null
    const mine = ++generation
    const heard = <A extends unknown[]>(handler: (...args: A) => void) => {
      return (...args: A) => {
        if (generation === mine) handler(...args)
      }
    }
    subscription = connect({
      onStarted: heard(good),
      onData: heard((changes) => {
        good()
        onChanges(changes)
      }),
      onError: heard(fail),
      onComplete: heard(lost),
      onConnectionStateChange: heard(({ state, error }) => {
        if (state !== 'connecting' || error === null || error === undefined) return
        if (isRefused(error)) onRefused()
        else doubtful()
      }),
    })
  }

  function drop() {
    generation++
    subscription?.unsubscribe()
    subscription = null
    whole = false
    cancelRetry?.()
    cancelGrace?.()
    cancelRetry = cancelGrace = null
  }

  return {
    open,
    drop,
    retryNow: () => {
      if (cancelRetry !== null) open()
    },
  }
}
