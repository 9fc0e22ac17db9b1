import type { StepUsage } from '@paddock/domain'
import { type JsonObject, numberOf, objectOf, stringOf } from '../source/parse-json.ts'
import type { ClaudeMemory, Tokens } from './memory.ts'

const rememberedMessages = 64

/**
 * Usage of a message, on the first of its lines. Claude writes the output tokens of the message's start there, so a
 * live trace shows too few; `readRunUsage` adds what is missing. qwen writes final figures, once.
 */
export function readMessageUsage(message: JsonObject, memory: ClaudeMemory): StepUsage | undefined {
  const id = stringOf(message.id)
  const tokens = readTokens(message.usage)
  if (!tokens || id === undefined || memory.countedMessages.includes(id)) return undefined
  memory.countedMessages = [...memory.countedMessages.slice(1 - rememberedMessages), id]
  memory.shown = add(memory.shown, tokens)
  return { ...tokens, costUsd: null }
}

/**
 * Usage of a `result`: what the run took beyond what its messages showed, so that the steps of a trace add up to what
 * `result` says. Unknown cost is null.
 */
export function readRunUsage(event: JsonObject, memory: ClaudeMemory): StepUsage | undefined {
  const total = readRunTotal(event, memory)
  const { shown } = memory
  memory.shown = { input: 0, cachedInput: 0, output: 0 }
  // qwen: messages are final and the result goes on over a resumed session, so the messages are right.
  const isFinal = objectOf(event.usage).total_tokens !== undefined
  if (!total || isFinal) return undefined
  return {
    input: Math.max(0, total.input - shown.input),
    cachedInput: Math.max(0, total.cachedInput - shown.cachedInput),
    output: Math.max(0, total.output - shown.output),
    costUsd: total.costUsd,
  }
}

/**
 * Since 2.1 `model_usage_since_last_result` has this run's tokens and cost, sub-agents included. Before, `usage` is
 * this run's (2.0 forgets what was before a compaction: messages showed more, and the models' sums are taken), and
 * the cost is the growth of a figure that goes on over the session.
 */
function readRunTotal(event: JsonObject, memory: ClaudeMemory): StepUsage | undefined {
  const cost = numberOf(event.total_cost_usd)
  const costUsd = cost === undefined ? null : Math.max(0, cost - memory.costUsd)
  memory.costUsd = cost ?? memory.costUsd
  const exact = sumModels(event.model_usage_since_last_result)
  if (exact) return exact
  const run = readTokens(event.usage)
  if (!run) return undefined
  const models = run.input < memory.shown.input ? sumModels(event.modelUsage) : undefined
  return { ...(models ?? run), costUsd }
}

function sumModels(usage: unknown): StepUsage | undefined {
  const models = Object.values(objectOf(usage)).map(objectOf)
  if (models.length === 0) return undefined
  const sum: StepUsage = { input: 0, cachedInput: 0, output: 0, costUsd: 0 }
  for (const model of models) {
    const cached = numberOf(model.cacheReadInputTokens) ?? 0
    sum.input += (numberOf(model.inputTokens) ?? 0) + cached + (numberOf(model.cacheCreationInputTokens) ?? 0)
    sum.cachedInput += cached
    sum.output += numberOf(model.outputTokens) ?? 0
    const cost = model.costBasis === 'unknown' ? undefined : numberOf(model.costUSD)
    sum.costUsd = cost === undefined || sum.costUsd === null ? null : sum.costUsd + cost
  }
  return sum
}

/** Tokens in one meaning: input includes what was read from and written to the cache. */
export function readTokens(usage: unknown): Tokens | undefined {
  const fields = objectOf(usage)
  const input = numberOf(fields.input_tokens)
  const output = numberOf(fields.output_tokens)
  if (input === undefined || output === undefined) return undefined
  const cachedInput = numberOf(fields.cache_read_input_tokens) ?? 0
  const written = numberOf(fields.cache_creation_input_tokens) ?? 0
  if (input + output + cachedInput + written === 0) return undefined
  // qwen counts the cache in and says so by its total.
  const includesCache = numberOf(fields.total_tokens) === input + output
  return { input: includesCache ? input : input + cachedInput + written, cachedInput, output }
}

function add(a: Tokens, b: Tokens): Tokens {
  return { input: a.input + b.input, cachedInput: a.cachedInput + b.cachedInput, output: a.output + b.output }
}
