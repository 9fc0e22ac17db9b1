import type { LaunchRequest, OnLost } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface NewRun {
  teamId: string
  /** Unique in its team. */
  name: string
  experimentId?: string | null
  /** Its experiment and arm exist already. */
  armName?: string | null
  benchmark: string
  dataset?: string | null
  agent?: string | null
  model?: string | null
  /** Frozen. */
  launch: LaunchRequest
  /** What a runner must have: labels, `benchmark:<id>`, `agent:<id>`. */
  requires: readonly string[]
  /** −100 … 100, higher first. */
  priority?: number
  /** Hundredths of a unit. */
  weight?: number
  /** A real, folded path; one writer at a time. */
  workspaceKey?: string | null
  onLost?: OnLost
  /** How often a lost run that may be requeued is. Default 2. */
  infraBudget?: number
  idempotencyKey?: string | null
  timeoutMs?: number | null
  idleTimeoutMs?: number | null
  budgetUsd?: number | null
  plannedTrials?: number | null
  maxQueueAgeMs: number
  createdBy?: string | null
}

export type Enqueued =
  /** `existing`: the same request under the same idempotency key. */
  | { kind: 'created' | 'existing'; run: RunRow }
  /** The idempotency key stands for another request; the name is another run's. */
  | { kind: 'key-conflict' | 'name-taken'; run: RunRow }

/** Queues a run, with its event and wake-up, in one transaction. Idempotent under its key. */
export async function enqueueRun(db: Db, request: NewRun): Promise<Enqueued> {
  void db
  void request
  throw new Error('not built yet')
}
