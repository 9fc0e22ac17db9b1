import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'

export interface Listener {
  close(): Promise<void>
}

export interface ListenHandlers {
  onMessage(channel: string, payload: string): void
  /** All channels listen (again): what was missed meanwhile must be read now. */
  onListening(): void
  /** The connection is lost; it is tried again until `close`. */
  onDown(reason: Error): void
}

export interface ListenOptions {
  applicationName?: string
  /** It proves itself by a notification to itself this often, and is rebuilt when that does not arrive. Default 10 s. */
  proofEveryMs?: number
  /** Between attempts to connect. Default 500 ms. */
  retryEveryMs?: number
}

/** Never through a transaction pooler. The proof goes to a channel that only this listener knows. */
interface Attempt {
  client: Sql
  /** Resolves with the reason once it no longer listens. */
  down: Promise<Error>
}

/**
 * LISTENs on a connection of its own. Resolves once the first attempt listens or has failed; it connects again by
 * itself, so that a failure is not thrown but told to `onDown`.
 */
export async function listen(
  url: string,
  channels: readonly string[],
  handlers: ListenHandlers,
  options: ListenOptions = {},
): Promise<Listener> {
  const stop = new AbortController()
  const first = Promise.withResolvers<void>()
  const ended = keepListening(url, channels, handlers, options, stop.signal, first.resolve)
  await first.promise
  return {
    close: async () => {
      stop.abort()
      await ended
    },
  }
}

async function keepListening(
  url: string,
  channels: readonly string[],
  handlers: ListenHandlers,
  options: ListenOptions,
  stopped: AbortSignal,
  tried: () => void,
): Promise<void> {
  while (!stopped.aborted) {
    const attempt = open(url, channels, handlers, options, stopped)
    attempt.listening.then(tried, tried)
    const reason = await attempt.down
    await attempt.client.end({ timeout: 0 }).catch(() => {})
    if (stopped.aborted) return
    handlers.onDown(reason)
    await sleep(options.retryEveryMs ?? 500, undefined, { signal: stopped }).catch(() => {})
  }
}

function open(
  url: string,
  channels: readonly string[],
  handlers: ListenHandlers,
  options: ListenOptions,
  stopped: AbortSignal,
): Attempt & { listening: Promise<void> } {
  const down = Promise.withResolvers<Error>()
  const proof = { channel: `paddock_proof_${crypto.randomUUID().replaceAll('-', '')}`, arrived: true }
  const listenerOptions = {
    max: 1,
    // Its own pool would close an idle or old connection, and forget the channels with it.
    idle_timeout: undefined,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
    onnotify: (channel: string, payload: string) => {
      if (channel === proof.channel) proof.arrived = true
      else handlers.onMessage(channel, payload)
    },
    onclose: () => down.resolve(new Error('the server closed the connection')),
    connection: { application_name: options.applicationName ?? 'paddock listen' },
  }
  const client = postgres(url, listenerOptions as postgres.Options<Record<string, never>>)
  const listening = client
    .unsafe([...channels, proof.channel].map((channel) => `listen "${channel}"`).join('; '))
    .then(() => handlers.onListening())
  listening.catch((error: Error) => down.resolve(error))
  const timer = setInterval(() => {
    if (!proof.arrived) down.resolve(new Error('its own notification did not arrive'))
    proof.arrived = false
    client.notify(proof.channel, '').catch((error: Error) => down.resolve(error))
  }, options.proofEveryMs ?? 10_000)
  const onStop = () => down.resolve(new Error('closed'))
  stopped.addEventListener('abort', onStop, { once: true })
  void down.promise.then(() => {
    clearInterval(timer)
    stopped.removeEventListener('abort', onStop)
  })
  return { client, down: down.promise, listening }
}
