import {
  mainReward,
  maxErrorMessageChars,
  passThreshold,
  type ScannedTrial,
  type TokenCounts,
  type TrialPhase,
} from '@paddock/domain'
import { asAmount, asFinite, asObject, asObjects, asText, type JsonObject } from './json-value.ts'
import { rawFacts } from './raw-facts.ts'
import { terminationOf } from './termination.ts'
import { utcSpan } from './timestamp.ts'

/** A trial of which Harbor wrote its result.json, in any version of that file. Pure. */
export function endedTrial(directory: string, result: JsonObject, lock: JsonObject | null): ScannedTrial {
  const steps = asObjects(result.step_results)
  const rewards = rewardsOf(result, steps)
  const reward = mainReward(rewards)
  const exception = [result, ...steps].map((part) => asObject(part.exception_info)).find((found) => found !== null)
  const errorType = exception ? (asText(exception.exception_type) ?? 'UnknownError') : null
  const agent = asObject(asObject(result.config)?.agent)
  const contexts = contextsOf(result, steps)
  const costUsd = sumOf(contexts.map((context) => asAmount(context.cost_usd)))
  return {
    name: directory,
    task: asText(result.task_name) ?? taskOfTrialName(directory),
    taskDigest: asText(asObject(lock?.task)?.digest) ?? asText(result.task_checksum),
    attempt: null,
    agent: asText(asObject(result.agent_info)?.name) ?? asText(agent?.name) ?? asText(agent?.import_path),
    model: asText(agent?.model_name) ?? modelOf(asObject(result.agent_info)),
    verdict: reward === null ? 'none' : reward >= passThreshold ? 'pass' : 'fail',
    termination: errorType === null ? 'completed' : terminationOf(errorType),
    reward,
    rewards,
    costUsd,
    costSource: costUsd === null ? 'unknown' : 'reported',
    tokens: tokensOf(contexts),
    ...utcSpan(result.started_at, result.finished_at),
    phases: phasesOf(result, steps),
    errorType,
    errorMessage: exception ? (asText(exception.exception_message)?.slice(0, maxErrorMessageChars) ?? null) : null,
    directory,
    raw: rawFacts(result, steps),
  }
}

/** Harbor names a trial `<task, cut>__<random>`. */
export function taskOfTrialName(name: string): string {
  const end = name.lastIndexOf('__')
  return end > 0 ? name.slice(0, end) : name
}

/** The verifier's rewards; of a trial in steps that has none of its own, those of its last step. */
function rewardsOf(result: JsonObject, steps: JsonObject[]): Record<string, number> {
  const verified = asObject(result.verifier_result) ?? asObject(steps.at(-1)?.verifier_result)
  const rewards: Record<string, number> = {}
  for (const [key, value] of Object.entries(asObject(verified?.rewards) ?? {})) {
    const reward = asFinite(value)
    if (reward !== null) rewards[key] = reward
  }
  return rewards
}

/** What the agent reported: once for the trial, or once a step. */
function contextsOf(result: JsonObject, steps: JsonObject[]): JsonObject[] {
  const whole = asObject(result.agent_result)
  return whole ? [whole] : asObjects(steps.map((step) => step.agent_result))
}

/**
 * Harbor documents `n_input_tokens` as including the cache, yet some agents leave it out: then more is cached than
 * was put in, and the two are added.
 */
function tokensOf(contexts: JsonObject[]): TokenCounts | null {
  let total: TokenCounts | null = null
  for (const context of contexts) {
    const [input, cached, output] = [context.n_input_tokens, context.n_cache_tokens, context.n_output_tokens].map(
      asAmount,
    )
    if (input == null && cached == null && output == null) continue
    total ??= { input: 0, cachedInput: 0, output: 0 }
    total.input += (cached ?? 0) > (input ?? 0) ? (input ?? 0) + (cached ?? 0) : (input ?? 0)
    total.cachedInput += cached ?? 0
    total.output += output ?? 0
  }
  return total
}

function sumOf(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

function modelOf(agentInfo: JsonObject | null): string | null {
  const model = asObject(agentInfo?.model_info)
  const name = asText(model?.name)
  const provider = asText(model?.provider)
  return name !== null && provider !== null ? `${provider}/${name}` : name
}

function phasesOf(result: JsonObject, steps: JsonObject[]): TrialPhase[] {
  const phase = (name: string, value: unknown): TrialPhase[] => {
    const timing = asObject(value)
    return timing ? [{ name, ...utcSpan(timing.started_at, timing.finished_at) }] : []
  }
  return [
    ...phase('environment_setup', result.environment_setup),
    ...phase('agent_setup', result.agent_setup),
    ...phase('agent_execution', result.agent_execution),
    ...phase('verifier', result.verifier),
    ...steps.flatMap((step, index) => {
      const name = asText(step.step_name) ?? String(index + 1)
      return [...phase(`${name}/agent_execution`, step.agent_execution), ...phase(`${name}/verifier`, step.verifier)]
    }),
  ]
}
