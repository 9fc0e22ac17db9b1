import type { Change, LiveLimits } from './change.ts'
import { resync } from './change.ts'

export type ChangeListener = (changes: readonly Change[]) => void

/** The outside world of the hub. */
export interface HubPorts {
  /** Runs `task` once after `ms`; returns a way to call it off. */
  after: (ms: number, task: () => void) => () => void
  /** Milliseconds of a monotonic clock. */
  clock: () => number
  /** A listener that throws harms nobody else; it is told of here. */
  report: (error: unknown) => void
}

export interface LiveHub {
  /** Calls `listener` with what changes in the team, coalesced. @returns a way to stop listening */
  subscribe: (teamId: string, listener: ChangeListener) => () => void
  /** Aborted when the server stops: streams are cut, not ended, so that their clients reconnect. */
  readonly stopping: AbortSignal
  readonly limits: LiveLimits
}

export interface HubInput {
  /** `teamId` null: everybody's (runners). */
  publish: (teamId: string | null, change: Change) => void
  /** Notifications may have been missed. */
  publishResync: () => void
  stop: () => void
}

interface TeamChannel {
  listeners: Set<ChangeListener>
  pending: Map<string, Change>
  lastFlush: number
  cancelFlush: (() => void) | null
}

/** Fans one LISTEN connection out to any number of streams. */
export function createHub(limits: LiveLimits, ports: HubPorts): LiveHub & HubInput {
  const teams = new Map<string, TeamChannel>()
  const stopping = new AbortController()

  function subscribe(teamId: string, listener: ChangeListener): () => void {
    const channel = teams.get(teamId) ?? {
      listeners: new Set(),
      pending: new Map(),
      lastFlush: -Infinity,
      cancelFlush: null,
    }
    teams.set(teamId, channel)
    // A wrapper, so that one function subscribed twice counts twice.
    const own: ChangeListener = (changes) => listener(changes)
    channel.listeners.add(own)
    return () => {
      channel.listeners.delete(own)
      if (channel.listeners.size > 0 || teams.get(teamId) !== channel) return
      channel.cancelFlush?.()
      teams.delete(teamId)
    }
  }

  function publish(teamId: string | null, change: Change): void {
    const channels = teamId === null ? teams.values() : [teams.get(teamId)]
    for (const channel of channels) if (channel !== undefined) add(channel, change)
  }

  function add(channel: TeamChannel, change: Change): void {
    if (channel.pending.size >= limits.maxPending) {
      channel.pending.clear()
      channel.pending.set(resync.entity, resync)
    } else if (!channel.pending.has(resync.entity)) {
      channel.pending.set(`${change.entity} ${change.id}`, change)
    }
    if (channel.cancelFlush !== null) return
    const due = channel.lastFlush + limits.flushEveryMs - ports.clock()
    channel.cancelFlush = ports.after(Math.max(limits.gatherMs, due), () => flush(channel))
  }

  function flush(channel: TeamChannel): void {
    channel.cancelFlush = null
    channel.lastFlush = ports.clock()
    const changes = Object.freeze([...channel.pending.values()])
    channel.pending.clear()
    // A copy: a listener that subscribes another must not be called for it in the same round.
    const listeners = [...channel.listeners]
    for (const listener of listeners) {
      try {
        listener(changes)
      } catch (error) {
        ports.report(error)
      }
    }
  }

  return {
    subscribe,
    publish,
    publishResync: () => publish(null, resync),
    stop: () => stopping.abort(),
    stopping: stopping.signal,
    limits,
  }
}
