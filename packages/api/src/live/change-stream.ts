import type { Change } from './change.ts'
import { resync } from './change.ts'
import type { LiveHub } from './hub.ts'

/**
 * What changes in a team, for a consumer of any speed: changes that come while it is busy are merged by id, and
 * beyond the hub's bound replaced by one "look at everything".
 */
export interface ChangeStream {
  /** Waits until something changed, or one of the signals fires (then: no changes). */
  next: () => Promise<readonly Change[]>
  close: () => void
}

export function openChangeStream(hub: LiveHub, teamId: string, signals: readonly AbortSignal[]): ChangeStream {
  const pending = new Map<string, Change>()
  let wake: () => void = () => {}
  const unsubscribe = hub.subscribe(teamId, (changes) => {
    for (const change of changes) pending.set(`${change.entity} ${change.id}`, change)
    if (pending.size > hub.limits.maxPending) {
      pending.clear()
      pending.set(resync.entity, resync)
    }
    wake()
  })
  const onAbort = () => wake()
  for (const signal of signals) signal.addEventListener('abort', onAbort)

  async function next(): Promise<readonly Change[]> {
    if (pending.size === 0 && !signals.some((signal) => signal.aborted)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const changes = [...pending.values()]
    pending.clear()
    return changes
  }

  function close(): void {
    unsubscribe()
    for (const signal of signals) signal.removeEventListener('abort', onAbort)
  }

  return { next, close }
}
