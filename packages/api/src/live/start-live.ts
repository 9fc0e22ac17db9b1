import { changeChannel, listen } from '@paddock/db'
import { type LiveLimits, liveLimits } from './change.ts'
import { createHub, type LiveHub } from './hub.ts'
import { readNotification } from './read-notification.ts'

export interface RunningLive extends LiveHub {
  /** Cuts every stream (their clients reconnect) and closes the LISTEN connection. */
  stop(): Promise<void>
}

export interface StartLiveOptions {
  databaseUrl: string
  report: (error: unknown) => void
  limits?: LiveLimits
  /** Of some team: what follows from its end may be due. */
  runChanged?: () => void
}

/**
 * Opens the process's one LISTEN connection and feeds the hub from it. After every (re)connect all streams are told
 * to look again, because what happened in between was missed.
 */
export async function startLive({
  databaseUrl,
  report,
  runChanged,
  limits = liveLimits,
}: StartLiveOptions): Promise<RunningLive> {
  const hub = createHub(limits, { after, clock: () => performance.now(), report })
  const listener = await listen(databaseUrl, [changeChannel], {
    onMessage: (_channel, payload) => {
      const changes = readNotification(payload)
      if (changes === 'unreadable') return hub.publishResync()
      for (const { teamId, change } of changes) hub.publish(teamId, change)
      if (changes.some(({ change }) => change.entity === 'run')) runChanged?.()
    },
    onListening: () => hub.publishResync(),
    onDown: (error) => report(error),
  })
  return {
    subscribe: hub.subscribe,
    stopping: hub.stopping,
    limits: hub.limits,
    stop: async () => {
      hub.stop()
      await listener.close()
    },
  }
}

function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
