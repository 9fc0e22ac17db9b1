import type { Clock } from '../clock.ts'

/** How much work this daemon takes before it is done. */
export interface Share {
  /** How many more runs may be claimed at all. */
  runsLeft(): number
  claimed(): void
  /** A run is supervised here no longer. */
  ended(): void
  /** From now on an idle daemon is one that finds no work. */
  watch(): void
  close(): void
}

/** A service's: never done. */
export const endlessShare: Share = {
  runsLeft: () => Number.POSITIVE_INFINITY,
  claimed() {},
  ended() {},
  watch() {},
  close() {},
}

const lookEveryMs = 250

export interface SharePorts {
  clock: Clock
  /** How long to be without a run before there is nothing to wait for. */
  idleMs(): number
  heldRuns(): number
  onDone(): void
}

/** Of a daemon that runs `maxRuns` runs, or as many as come. */
export function boundedShare(maxRuns: number, { clock, idleMs, heldRuns, onDone }: SharePorts): Share {
  let claimed = 0
  let quietSinceMs = clock.nowMs()
  let watching: NodeJS.Timeout | undefined

  function look(): void {
    if (heldRuns() > 0) quietSinceMs = clock.nowMs()
    else if (clock.nowMs() - quietSinceMs >= idleMs()) onDone()
  }

  return {
    runsLeft: () => maxRuns - claimed,
    claimed() {
      claimed++
    },
    ended() {
      quietSinceMs = clock.nowMs()
      if (claimed >= maxRuns && heldRuns() === 0) onDone()
    },
    watch() {
      quietSinceMs = clock.nowMs()
      watching = setInterval(look, lookEveryMs)
    },
    close: () => clearInterval(watching),
  }
}
