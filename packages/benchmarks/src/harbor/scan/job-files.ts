import { asAmount, asArray, asObject, asText, type JsonObject } from './json-value.ts'
import { utcTime } from './timestamp.ts'

/** A job's own files; each is absent until Harbor writes it, and result.json is rewritten at every trial's end. */
export interface JobFiles {
  result: JsonObject | null
  config: JsonObject | null
  lock: JsonObject | null
}

export interface JobFacts {
  plannedTrials: number | null
  metrics: Record<string, number>
  metadata: Record<string, unknown>
}

/**
 * What a job says of itself, old counters (`n_trials`, before 0.6.1) and new. A result without a positive total is
 * one that Harbor had not filled in yet, and is ignored as a whole. Pure.
 */
export function jobFacts(files: JobFiles, process: 'alive' | 'ended' | 'unknown'): JobFacts {
  const total = asAmount(files.result?.n_total_trials) ?? 0
  const result = total > 0 ? files.result : null
  const stats = asObject(result?.stats)
  const counters = {
    completed: asAmount(stats?.n_completed_trials) ?? asAmount(stats?.n_trials),
    errored: asAmount(stats?.n_errored_trials) ?? asAmount(stats?.n_errors),
    cancelled: asAmount(stats?.n_cancelled_trials),
    retries: asAmount(stats?.n_retries),
  }
  const evals = Object.entries(asObject(stats?.evals) ?? {}).map(([key, value]) => ({ key, ...evalFacts(value) }))
  const metrics: Record<string, number | null> = {
    // Of several agents or models Harbor reports several means, and no number for all of them.
    meanReward: evals.length === 1 ? (evals[0]?.meanReward ?? null) : null,
    erroredTrials: counters.errored,
    retries: counters.retries,
  }
  return {
    plannedTrials: result === null ? null : total,
    metrics: Object.fromEntries(
      Object.entries(metrics).filter((entry): entry is [string, number] => entry[1] !== null),
    ),
    metadata: {
      state: stateOf(result, counters.cancelled, evals, process),
      harborVersion: asText(asObject(files.lock?.harbor)?.version),
      jobId: asText(result?.id),
      startedAt: utcTime(result?.started_at),
      finishedAt: utcTime(result?.finished_at),
      counters,
      evals,
      config: files.config === null ? null : withoutSecrets(files.config),
    },
  }
}

/** Harbor writes `finished_at` only when it went through all trials; a killed one has trials "running" for ever. */
function stateOf(
  result: JsonObject | null,
  nCancelled: number | null,
  evals: { cancelled: boolean }[],
  process: 'alive' | 'ended' | 'unknown',
): 'running' | 'finished' | 'cancelled' | 'interrupted' | 'unknown' {
  if (asText(result?.finished_at) !== null) return 'finished'
  if (process === 'alive') return 'running'
  if (result === null) return 'unknown'
  return (nCancelled ?? 0) > 0 || evals.some(({ cancelled }) => cancelled) ? 'cancelled' : 'interrupted'
}

function evalFacts(value: unknown) {
  const stats = asObject(value)
  const first = asObject(asArray(stats?.metrics)[0])
  return {
    trials: asAmount(stats?.n_trials),
    errors: asAmount(stats?.n_errors),
    metrics: asArray(stats?.metrics),
    passAtK: asObject(stats?.pass_at_k) ?? {},
    meanReward: asAmount(first?.mean) ?? asAmount(first?.reward),
    cancelled: asArray(asObject(stats?.exception_stats)?.CancelledError).length > 0,
  }
}

/** The configuration without what may be a secret: values of environments, and of keys that sound like one. */
function withoutSecrets(value: unknown, key = ''): unknown {
  if (key === 'env') return Object.keys(asObject(value) ?? {})
  if (/key|secret|token|password|credential|auth/i.test(key)) return '(hidden)'
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry))
  const object = asObject(value)
  if (object === null) return value
  return Object.fromEntries(Object.entries(object).map(([name, entry]) => [name, withoutSecrets(entry, name)]))
}
