/** Why the daemon ends a process before it ends itself. The first reason counts. */
export type EndReason =
  | { kind: 'cancel'; reason: string | null }
  | { kind: 'timeout'; afterMs: number }
  | { kind: 'idle-timeout'; afterMs: number }
  | { kind: 'log-limit'; bytes: number }
  | { kind: 'budget'; costUsd: number; budgetUsd: number }
  /** The runner itself stops, and nobody will adopt. */
  | { kind: 'stop' }
  /** Without contact to the database, and the lease is ending: somebody else may start it soon. Killed at once. */
  | { kind: 'lease' }
