import { listen, wakeChannel } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import { describeError } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'

export interface WakeEvents {
  /** `run`, `cancel` or `runner`, and its id or name. A hint: nothing is believed that was not read. */
  onWake(kind: string, id: string): void
  /** Listening (again): whatever was said meanwhile was missed. */
  onListening(): void
}

export interface Wake {
  isListening(): boolean
  close(): Promise<void>
}

/** Listens for wake-ups on a connection of its own, which proves itself and comes back by itself. */
export async function keepListening(
  url: string,
  applicationName: string,
  events: WakeEvents,
  { limits, log }: { limits: Pick<QueueLimits, 'listenerProofEveryMs'>; log: Log },
): Promise<Wake> {
  let isListening = false
  const listener = await listen(
    url,
    [wakeChannel],
    {
      onMessage: (_channel, payload) => events.onWake(...(payload.split(' ', 2) as [string, string])),
      onListening() {
        isListening = true
        events.onListening()
      },
      onDown(reason) {
        isListening = false
        log.warn({ error: describeError(reason) }, 'the listener is down; polling meanwhile')
      },
    },
    { applicationName, proofEveryMs: limits.listenerProofEveryMs },
  )
  return { isListening: () => isListening, close: () => listener.close() }
}
