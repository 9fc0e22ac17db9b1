import type { TrialRow } from '@paddock/db'

/** A trial as tables show it. Money is USD, null is unknown; durations are milliseconds. */
export function viewTrial(trial: TrialRow) {
  return {
    id: trial.id,
    runId: trial.runId,
    name: trial.name,
    task: trial.task,
    attempt: trial.attempt,
    agent: trial.agent,
    model: trial.model,
    status: trial.status,
    verdict: trial.verdict,
    termination: trial.termination,
    reward: trial.reward,
    rewards: trial.rewards,
    costUsd: trial.costUsd,
    costSource: trial.costSource,
    /** Null: not reported. `input` includes `cachedInput`. */
    tokens:
      trial.inputTokens === null && trial.outputTokens === null
        ? null
        : { input: trial.inputTokens ?? 0, cachedInput: trial.cachedInputTokens ?? 0, output: trial.outputTokens ?? 0 },
    startedAt: trial.startedAt,
    finishedAt: trial.finishedAt,
    durationMs: trial.durationMs,
    errorType: trial.errorType,
    errorMessage: trial.errorMessage,
    supersededAt: trial.supersededAt,
    goneAt: trial.goneAt,
  }
}

export type TrialView = ReturnType<typeof viewTrial>
