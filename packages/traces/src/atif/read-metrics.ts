import type { StepUsage } from '@paddock/domain'
import { type JsonObject, numberOf, objectOf } from '../source/parse-json.ts'
import type { Trajectory } from './memory.ts'

/** Usage of a step. Context that was copied from another trajectory was paid for there. */
export function readStepUsage(step: JsonObject, trajectory: Trajectory): StepUsage | undefined {
  if (step.is_copied_context === true) return undefined
  const metrics = objectOf(step.metrics)
  const extra = objectOf(metrics.extra)
  const usage = usageOf(metrics.prompt_tokens, metrics.completion_tokens, metrics.cached_tokens, metrics.cost_usd)
  if (!usage) return undefined
  trajectory.hasUsage = true
  const total = numberOf(extra.total_tokens)
  const written = numberOf(extra.cache_creation_tokens) ?? 0
  // From 1.2 on the prompt includes the cache, but OpenClaw's writer leaves it out.
  const apart = usage.input + usage.cachedInput + written + usage.output
  if (usage.cachedInput > usage.input || (usage.cachedInput > 0 && total === apart)) trajectory.cachedApart = true
  return trajectory.cachedApart ? { ...usage, input: usage.input + usage.cachedInput + written } : usage
}

/** Usage that only the totals of a trajectory tell: none where its steps told it. */
export function readTotalUsage(metrics: JsonObject, trajectory: Trajectory): StepUsage | undefined {
  if (trajectory.hasUsage) return undefined
  const usage = usageOf(
    metrics.total_prompt_tokens,
    metrics.total_completion_tokens,
    metrics.total_cached_tokens,
    metrics.total_cost_usd,
  )
  return usage && usage.cachedInput > usage.input ? { ...usage, input: usage.input + usage.cachedInput } : usage
}

function usageOf(prompt: unknown, completion: unknown, cached: unknown, cost: unknown): StepUsage | undefined {
  const input = numberOf(prompt)
  const output = numberOf(completion)
  const costUsd = numberOf(cost) ?? null
  if (input === undefined && output === undefined && costUsd === null) return undefined
  return { input: input ?? 0, cachedInput: numberOf(cached) ?? 0, output: output ?? 0, costUsd }
}
