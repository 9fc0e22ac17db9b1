import { isOutage, isPermanent } from '../log/describe-error.ts'

export interface Patience {
  /** Whether what failed with this is not worth another try. */
  isOver(error: unknown): boolean
}

/** For one thing that cannot be stored: an outage is waited for, an error that nobody knows for `patienceMs`. */
export function patience({ nowMs, patienceMs }: { nowMs(): number; patienceMs: number }): Patience {
  let sinceMs: number | null = null
  return {
    isOver(error) {
      if (isOutage(error)) return false
      if (isPermanent(error)) return true
      sinceMs ??= nowMs()
      return nowMs() - sinceMs >= patienceMs
    },
  }
}
