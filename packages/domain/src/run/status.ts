/** What happened to a run's process; pass rates are another matter. */
export const runStatuses = ['queued', 'starting', 'running', 'succeeded', 'failed', 'cancelled', 'orphaned'] as const
export type RunStatus = (typeof runStatuses)[number]

/** Where a queued run stands in the queue: in the ready index, or out of it until a workspace key is free. */
export const dispatches = ['ready', 'parked'] as const
export type Dispatch = (typeof dispatches)[number]

/** The one transition table: db functions take their allowed source statuses from it. */
const transitions: Record<RunStatus, readonly RunStatus[]> = {
  queued: ['starting', 'cancelled', 'orphaned'],
  starting: ['running', 'queued', 'succeeded', 'failed', 'cancelled', 'orphaned'],
  running: ['queued', 'succeeded', 'failed', 'cancelled', 'orphaned'],
  succeeded: [],
  failed: [],
  cancelled: [],
  orphaned: [],
}

export type TerminalRunStatus = 'succeeded' | 'failed' | 'cancelled' | 'orphaned'

export const terminalRunStatuses = [
  'succeeded',
  'failed',
  'cancelled',
  'orphaned',
] as const satisfies readonly TerminalRunStatus[]
/** A runner holds these. */
export const heldRunStatuses = ['starting', 'running'] as const
export const liveRunStatuses = ['queued', 'starting', 'running'] as const

export function isTerminal(status: RunStatus): status is TerminalRunStatus {
  return transitions[status].length === 0
}

/**
 * From such a status a person may send a run back to `queued` (`paddock resume`): the same run again, completed trials and their
 * spend kept. Any end will do; Harbor, for one, succeeds with trials that failed to run. The one way out of a terminal
 * status, and no runner's: to what runners write, each naming its epoch, they stay final (`canMove`).
 */
export function isResumable(status: RunStatus): boolean {
  return isTerminal(status)
}

export function canMove(from: RunStatus, to: RunStatus): boolean {
  return transitions[from].includes(to)
}

/** The statuses from which `to` may be entered, in table order. */
export function sourcesOf(to: RunStatus): RunStatus[] {
  return runStatuses.filter((from) => canMove(from, to))
}

/** How a run that lost its runner goes on: reported to people, or queued again because it declares itself idempotent. */
export const onLostPolicies = ['report', 'requeue'] as const
export type OnLost = (typeof onLostPolicies)[number]
