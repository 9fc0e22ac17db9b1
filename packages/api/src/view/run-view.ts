import type { RunListItem } from '@paddock/db'
import type { LaunchRequest } from '@paddock/domain'

/** A run as lists show it. Weights are units, money is USD, durations are milliseconds. */
export function viewRun(run: RunListItem, now: Date) {
  const ended = run.finishedAt ?? now
  return {
    id: run.id,
    /** Grows with every run of the installation: newest first means highest first. */
    seq: run.seq,
    name: run.name,
    summary: summarise(run),
    experiment: run.experimentId,
    arm: run.armName,
    benchmark: run.benchmark,
    dataset: run.dataset,
    agent: run.agent,
    model: run.model,
    origin: run.origin,
    status: run.status,
    phase: run.phase,
    /** Somebody asked to cancel it; it goes on until its processes have ended. */
    cancelRequestedAt: run.cancelRequestedAt,
    cancelReason: run.cancelReason,
    /** Contact to its runner was lost then; its processes may still run. */
    lostAt: run.lostAt,
    priority: run.priority,
    weight: run.weight / 100,
    epoch: run.epoch,
    queuedAt: run.queuedAt,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    elapsedMs: run.startedAt === null ? null : Math.max(0, ended.getTime() - run.startedAt.getTime()),
    trials: {
      planned: run.plannedTrials,
      running: run.trialsRunning,
      passed: run.trialsPassed,
      failed: run.trialsFailed,
      errored: run.trialsErrored,
      missing: run.trialsMissing,
    },
    decided: { trials: run.decidedTrials, passed: run.decidedPassed },
    /** Passed of decided; null before the first decided trial. */
    passRate: run.decidedTrials === 0 ? null : run.decidedPassed / run.decidedTrials,
    /** Null: unknown, not 0. */
    costUsd: run.costUsd,
    unpricedTrials: run.unpricedTrials,
    tokens: { input: run.inputTokens, cachedInput: run.cachedInputTokens, output: run.outputTokens },
    metrics: run.metrics,
    exitCode: run.exitCode,
    exitSignal: run.exitSignal,
    error:
      run.errorCode === null && run.errorMessage === null ? null : { code: run.errorCode, message: run.errorMessage },
    retryOf: run.retryOf,
    supersededBy: run.supersededBy,
    createdBy: run.createdBy,
    hidden: run.hidden,
  }
}

export type RunView = ReturnType<typeof viewRun>

/** A launch request as people may see it: names of variables, never their values. */
export function viewLaunch(launch: LaunchRequest): Omit<LaunchRequest, 'env'> & { envNames: string[] } {
  const { env, ...rest } = launch
  return { ...rest, envNames: Object.keys(env ?? {}).sort() }
}

function summarise(run: RunListItem): string {
  const what = [run.benchmark, run.agent, run.model].filter((part) => part !== null).join(' · ')
  const ended = run.trialsPassed + run.trialsFailed + run.trialsErrored + run.trialsMissing
  if (ended === 0 && run.plannedTrials === null) return `${what}: ${run.status}`
  return `${what}: ${run.status}, ${ended}/${run.plannedTrials ?? '?'} trials ended, ${run.trialsPassed} passed`
}
