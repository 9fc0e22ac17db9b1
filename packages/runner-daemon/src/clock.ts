/** Time as the daemon sees it: monotonic, so that a clock that is set changes nothing. */
export interface Clock {
  /** Milliseconds from an arbitrary start; never goes back. */
  nowMs(): number
  sleep(ms: number): Promise<void>
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
