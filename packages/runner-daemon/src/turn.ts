/** Wakes whoever waits; a wake-up that nobody waited for is kept for the next wait. */
export interface Turn {
  wake(): void
  /** Resolves at the next wake-up, or after `ms`. */
  wait(ms: number): Promise<void>
}

export function turn(): Turn {
  let woken = false
  let resume: (() => void) | null = null
  return {
    wake() {
      woken = true
      resume?.()
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (woken) {
          woken = false
          resolve()
          return
        }
        const timer = setTimeout(done, ms)
        resume = done
        function done() {
          clearTimeout(timer)
          resume = null
          woken = false
          resolve()
        }
      }),
  }
}
