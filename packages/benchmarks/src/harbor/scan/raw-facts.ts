import { asObject, type JsonObject } from './json-value.ts'

/** Agents put arbitrary things into their metadata (257 KB were seen); a bigger value is named, not kept. */
const maxValueChars = 16_384

/** Has a field of its own in a scanned trial, or may hold secrets and prompts (config, traceback). */
const placedElsewhere = new Set([
  'agent_execution',
  'agent_info',
  'agent_result',
  'agent_setup',
  'config',
  'environment_setup',
  'exception_info',
  'finished_at',
  'started_at',
  'step_results',
  'task_name',
  'verifier',
  'verifier_result',
])

/** What Harbor recorded beyond the fields of a scanned trial, under its own keys; unknown keys included. */
export function rawFacts(result: JsonObject, steps: JsonObject[]): Record<string, unknown> {
  const { rewards: _, ...verifier } = asObject(result.verifier_result) ?? {}
  const facts: JsonObject = {
    ...Object.fromEntries(Object.entries(result).filter(([key]) => !placedElsewhere.has(key))),
    agent_version: asObject(result.agent_info)?.version,
    metadata: asObject(result.agent_result)?.metadata,
    model_usage: asObject(result.agent_result)?.model_usage,
    occurred_at: asObject(result.exception_info)?.occurred_at,
    verifier_result: verifier,
    steps: steps.map(stepFacts),
  }
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, bounded(value)]),
  )
}

function stepFacts(step: JsonObject): JsonObject {
  const agent = asObject(step.agent_result)
  return {
    name: step.step_name,
    rewards: asObject(step.verifier_result)?.rewards ?? null,
    exception_type: asObject(step.exception_info)?.exception_type ?? null,
    n_input_tokens: agent?.n_input_tokens ?? null,
    n_cache_tokens: agent?.n_cache_tokens ?? null,
    n_output_tokens: agent?.n_output_tokens ?? null,
    cost_usd: agent?.cost_usd ?? null,
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function bounded(value: unknown): unknown {
  const chars = JSON.stringify(value).length
  return chars > maxValueChars ? { omittedChars: chars } : value
}
