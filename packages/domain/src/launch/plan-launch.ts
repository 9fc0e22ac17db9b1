import { queueLimits } from '../run/limits.ts'
import type { OnLost } from '../run/status.ts'
import type { LaunchRequest } from './launch-request.ts'

/** What a plan needs to know of the benchmark. */
export interface LaunchFacts {
  defaults: { weight: number; idempotent: boolean }
  plannedTrials: (request: LaunchRequest) => number | null
  /** The agent runs as a command of the runner's host, so that the host must have it. */
  needsAgentOnRunner: boolean
}

/** What the queue is told of a launch, beside the request itself. */
export interface LaunchPlan {
  /** Sorted labels that a runner must carry: the asked ones, `benchmark:<id>`, and `agent:<id>` where the host must have it. */
  requires: string[]
  /** 1 is one command-line run. */
  weight: number
  priority: number
  onLost: OnLost
  plannedTrials: number | null
  maxQueueAgeMs: number
  timeoutMs: number | null
  idleTimeoutMs: number | null
  budgetUsd: number | null
}

/** @param request with the benchmark's defaults filled in */
export function planLaunch(request: LaunchRequest, facts: LaunchFacts): LaunchPlan {
  const requires = new Set([...(request.labels ?? []), `benchmark:${request.benchmark}`])
  if (facts.needsAgentOnRunner && request.agent !== undefined) requires.add(`agent:${request.agent}`)
  return {
    requires: [...requires].sort(),
    weight: request.weight ?? facts.defaults.weight,
    priority: request.priority ?? 0,
    onLost: (request.idempotent ?? facts.defaults.idempotent) ? 'requeue' : 'report',
    plannedTrials: facts.plannedTrials(request),
    maxQueueAgeMs: request.maxQueueAgeMs ?? queueLimits.maxQueueAgeMs,
    timeoutMs: request.timeoutMs ?? null,
    idleTimeoutMs: request.idleTimeoutMs ?? null,
    budgetUsd: request.budgetUsd ?? null,
  }
}

/** A weight as the database keeps it. */
export function toHundredths(weight: number): number {
  return Math.round(weight * 100)
}
