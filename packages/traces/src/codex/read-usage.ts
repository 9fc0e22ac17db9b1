import type { StepUsage } from '@paddock/domain'
import { numberOf, objectOf } from '../source/parse-json.ts'
import type { CodexMemory } from './memory.ts'

/** Usage in one meaning; codex counts cached tokens in, and knows no cost. */
export function readUsage(usage: unknown): StepUsage | undefined {
  const fields = objectOf(usage)
  const input = numberOf(fields.input_tokens)
  const output = numberOf(fields.output_tokens)
  if (input === undefined || output === undefined) return undefined
  return { input, cachedInput: numberOf(fields.cached_input_tokens) ?? 0, output, costUsd: null }
}

/**
 * What was added since the last total. The first total of a resumed session counts the earlier runs in: the stream
 * does not tell.
 */
export function readAddedUsage(usage: unknown, memory: CodexMemory): StepUsage | undefined {
  const total = readUsage(usage)
  if (!total) return undefined
  const before = memory.total
  memory.total = total
  return {
    input: Math.max(0, total.input - before.input),
    cachedInput: Math.max(0, total.cachedInput - before.cachedInput),
    output: Math.max(0, total.output - before.output),
    costUsd: null,
  }
}
