/** Did the attempt solve its task? `none`: nobody could tell. */
export const verdicts = ['pass', 'fail', 'none'] as const
export type Verdict = (typeof verdicts)[number]

/** How the attempt ended, whatever its verdict. */
export const terminations = [
  'completed',
  'agent_timeout',
  'agent_error',
  'limit',
  'verifier_error',
  'infra_error',
  'cancelled',
  'running',
] as const
export type Termination = (typeof terminations)[number]

export const trialStatuses = ['pass', 'fail', 'error', 'running', 'missing'] as const
export type TrialStatus = (typeof trialStatuses)[number]

export const costSources = ['reported', 'computed', 'unknown'] as const
export type CostSource = (typeof costSources)[number]

/** `input` includes the cached tokens, whatever the agent's own report means by it. */
export interface TokenCounts {
  input: number
  cachedInput: number
  output: number
}

export interface TrialPhase {
  name: string
  startedAt: string | null
  finishedAt: string | null
}

/** What a benchmark's scanner says of one attempt; times are ISO 8601 UTC, null is unknown, never 0. */
export interface ScannedTrial {
  /** Unique in its run: the name that the benchmark gave it. */
  name: string
  task: string
  taskDigest: string | null
  /** Rank, from 1, of this attempt at its task as the benchmark numbers it; null: rank by start, then name. */
  attempt: number | null
  agent: string | null
  model: string | null
  verdict: Verdict
  termination: Termination
  /** The main reward: key `reward`, else the largest numeric one. */
  reward: number | null
  rewards: Record<string, number>
  costUsd: number | null
  costSource: CostSource
  tokens: TokenCounts | null
  startedAt: string | null
  finishedAt: string | null
  phases: TrialPhase[]
  errorType: string | null
  errorMessage: string | null
  /** Where its files stand, relative to the run's directory; null where it has none of its own. */
  directory: string | null
  /** Facts that the model above has no place for, verbatim. */
  raw: Record<string, unknown>
}

/** A reward counts as a pass from here on, unless a benchmark or experiment says otherwise. */
export const passThreshold = 1 - 1e-9

/** Ended without a verdict through no fault of the agent: left out of the conditional rate, a failure in the strict one. */
export function isMissing(trial: { verdict: Verdict; termination: Termination }): boolean {
  if (trial.verdict !== 'none') return false
  switch (trial.termination) {
    case 'infra_error':
    case 'verifier_error':
    case 'cancelled':
      return true
    case 'completed':
    case 'agent_timeout':
    case 'agent_error':
    case 'limit':
    case 'running':
      return false
  }
}

/** Ended and not missing: what rates are made of. */
export function isDecided(trial: { verdict: Verdict; termination: Termination }): boolean {
  return trial.termination !== 'running' && !isMissing(trial)
}

/** No verdict with an ending that is the agent's own is a failure everywhere. */
export function isPass(trial: { verdict: Verdict }): boolean {
  return trial.verdict === 'pass'
}

/** The status that pages show: an exception beats a reward, as the users of Harbor expect. */
export function trialStatus(trial: {
  verdict: Verdict
  termination: Termination
  errorType: string | null
}): TrialStatus {
  if (trial.termination === 'running') return 'running'
  if (isMissing(trial)) return trial.termination === 'cancelled' ? 'missing' : 'error'
  if (trial.errorType !== null) return 'error'
  return trial.verdict === 'pass' ? 'pass' : 'fail'
}

/** The key `reward`, else the largest numeric one; null without any. */
export function mainReward(rewards: Record<string, number>): number | null {
  if (rewards.reward !== undefined) return rewards.reward
  const values = Object.values(rewards)
  return values.length === 0 ? null : Math.max(...values)
}
