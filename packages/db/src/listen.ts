export interface Listener {
  /** Notifies `channel` over this listener's own connection. */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

export interface ListenHandlers {
  onMessage(channel: string, payload: string): void
  /** All channels listen (again): what was missed meanwhile must be read now. */
  onListening(): void
  /** The connection is lost; it is tried again until `close`. */
  onDown(reason: Error): void
}

/**
 * LISTENs on a connection of its own (never through a transaction pooler). Resolves once the first attempt has
 * listened or failed; it keeps reconnecting by itself, so a failure is not thrown but told to `onDown`.
 */
export async function listen(url: string, channels: readonly string[], handlers: ListenHandlers): Promise<Listener> {
  void url
  void channels
  void handlers
  throw new Error('not built yet')
}
