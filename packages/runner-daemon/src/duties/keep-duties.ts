import { declareLost, freeBlobs, ifAlone, markUnusedBlobs, sweepQueue } from '@paddock/db'
import type { Host } from '../host.ts'
import { describeError } from '../log/describe-error.ts'

export interface Duties {
  close(): void
}

/**
 * What any daemon does for the whole fleet: declare the dead dead, end what waited too long, promote waiters whose
 * wake-up was lost. Jittered, so that a hundred daemons do not do it at once. Begins one lease after the start: a
 * daemon adopts first, and reaps later.
 */
export function keepDuties(host: Host, random: () => number): Duties {
  const { limits, db, changes, log } = host
  let closed = false

  async function reap(): Promise<void> {
    const declared = await declareLost(db, { limits })
    for (const { runnerId, name } of declared.gone) log.warn({ runnerId, name }, 'a runner is gone: its lease ended')
    for (const change of declared.changes) changes.add(...change)
  }

  async function sweep(): Promise<void> {
    for (const change of await sweepQueue(db)) changes.add(...change)
  }

  /** One daemon at a time: a blob directory is shared. */
  async function freeUnusedBlobs(): Promise<void> {
    const { blobGraceMs } = limits
    const remove = (sha256: string) => host.blobs.remove(sha256, host.wallClockMs() - blobGraceMs)
    const swept = await ifAlone(db, 'blob sweep', async () => {
      await markUnusedBlobs(db)
      let freed = 0
      for (let batch = -1; batch !== 0 && !closed; freed += batch) batch = await freeBlobs(db, { blobGraceMs, remove })
      return freed
    })
    if (swept.kind === 'done' && swept.value > 0) log.info({ freed: swept.value }, 'unused blobs were removed')
  }

  function every(ms: number, firstMs: number, what: string, act: () => Promise<void>): void {
    const again = () => {
      if (closed) return
      act()
        .catch((error: unknown) => log.warn({ what, error: describeError(error) }, 'a duty was not done'))
        .finally(() => schedule(ms))
    }
    const schedule = (inMs: number) => {
      if (!closed) setTimeout(again, inMs * (0.8 + 0.4 * random())).unref()
    }
    schedule(firstMs)
  }

  every(limits.leaseMs / 6, limits.leaseMs, 'reap', reap)
  every(limits.sweepEveryMs, limits.sweepEveryMs, 'sweep', sweep)
  every(limits.sweepEveryMs, limits.sweepEveryMs, 'removals', host.removals.sweep)
  every(limits.blobSweepEveryMs, limits.blobSweepEveryMs, 'blobs', freeUnusedBlobs)
  return {
    close() {
      closed = true
    },
  }
}
