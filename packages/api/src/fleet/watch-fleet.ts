import { connect, declareLost, notifyChanges, sweepQueue } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'

export interface FleetWatch {
  stop(): Promise<void>
}

export interface FleetWatchOptions {
  databaseUrl: string
  limits: Pick<QueueLimits, 'leaseMs' | 'lostGraceMs'>
  report: (error: unknown) => void
  /** From 0 up to 1: web programs do not all look at once. */
  random: () => number
}

/**
 * Declares runners and runs lost, and sweeps the queue, as every runner does for the others: where the only one died,
 * or where each lives for one run, nobody else would (decision 14). As `paddock_runner`, on a connection of its own:
 * it looks across teams, which nothing that serves people may.
 */
export function watchFleet({ databaseUrl, limits, report, random }: FleetWatchOptions): FleetWatch {
  const { db, close } = connect(databaseUrl, { role: 'paddock_runner', applicationName: 'paddock-web fleet', max: 1 })
  let [stopped, failing] = [false, false]
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout

  async function look(): Promise<void> {
    try {
      const { changes } = await declareLost(db, { limits })
      await notifyChanges(db, [...changes, ...(await sweepQueue(db))])
      failing = false
    } catch (error) {
      // Once an outage, not once a look.
      if (!failing && !stopped) report(error)
      failing = true
    }
  }

  function schedule(): void {
    timer = setTimeout(
      () => {
        looking = look().finally(() => {
          if (!stopped) schedule()
        })
      },
      (limits.leaseMs / 6) * (0.8 + 0.4 * random()),
    )
    timer.unref()
  }

  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      await close()
    },
  }
}
