import type { TokenCounts } from '@paddock/domain'
import { classifyFailure, type ReportedError } from '../classify-failure.ts'
import type { AgentOutput, OpenAgentOutput } from '../port.ts'
import { amount, type Event, readEvent, record, text } from '../read-event.ts'
import { splitLines } from '../split-lines.ts'
import { claudeDefinition } from './definition.ts'

/**
 * Reads `--output-format stream-json`. The `result` event decides, by `is_error` (its `subtype` says "success" of API
 * errors too). Its `usage` is this run's; `total_cost_usd` is the whole session's, so what was spent before is taken
 * off. Usage on single messages is a start value and is not summed.
 */
export const openClaudeOutput: OpenAgentOutput = (before): AgentOutput => {
  const lines = splitLines()
  const messages = new Set<string>()
  let sessionId: string | null = null
  let model: string | null = null
  let answer: string | null = null
  let result: Event | null = null

  const read = (line: string): void => {
    const event = readEvent(line)
    if (event === null) return
    sessionId = text(event.session_id) ?? sessionId
    if (event.type === 'system' && event.subtype === 'init') model = text(event.model) ?? model
    if (event.type === 'result') result = event
    if (event.type === 'assistant' && event.parent_tool_use_id === null) {
      const message = record(event.message)
      const id = text(message?.id)
      if (id !== null) messages.add(id)
      answer = textOf(message) ?? answer
    }
  }

  return {
    push: (bytes) => lines.push(bytes).forEach(read),
    turns: () => messages.size,
    end(exit) {
      read(lines.rest())
      return {
        failure: classifyFailure(claudeDefinition.title, exit, result && errorOf(result), result !== null),
        reachedTurnLimit: result?.subtype === 'error_max_turns',
        sessionId,
        model,
        tokens: result && (tokensOf(record(result.usage)) ?? (before ? null : tokensOfModels(result))),
        costUsd: result && costOf(result, before?.costUsd ?? 0),
        answer: text(result?.result) ?? answer,
      }
    },
  }
}

function errorOf(result: Event): ReportedError | null {
  if (result.is_error !== true) return null
  const errors = Array.isArray(result.errors) ? result.errors.filter((error) => typeof error === 'string') : []
  const message = text(result.result) ?? text(errors.join('; ')) ?? text(result.subtype) ?? 'it reports an error'
  const httpStatus = amount(result.api_error_status)
  return result.subtype === 'error_max_budget_usd' ? { message, httpStatus, code: 'BUDGET' } : { message, httpStatus }
}

function tokensOf(usage: Event | null): TokenCounts | null {
  const input = amount(usage?.input_tokens)
  const output = amount(usage?.output_tokens)
  // A run that is stopped by its budget reports zeros here.
  if (input === null || output === null || input + output === 0) return null
  const cachedInput = amount(usage?.cache_read_input_tokens) ?? 0
  const written = amount(usage?.cache_creation_input_tokens) ?? 0
  return { input: input + cachedInput + written, cachedInput, output }
}

/** Cumulative over the session, so it is this run's only in a fresh one. */
function tokensOfModels(result: Event): TokenCounts | null {
  const counts = Object.values(record(result.modelUsage) ?? {}).map(record)
  if (counts.length === 0) return null
  const sum = (key: string) => counts.reduce((total, count) => total + (amount(count?.[key]) ?? 0), 0)
  const cachedInput = sum('cacheReadInputTokens')
  return {
    input: sum('inputTokens') + cachedInput + sum('cacheCreationInputTokens'),
    cachedInput,
    output: sum('outputTokens'),
  }
}

function costOf(result: Event, spentBefore: number): number | null {
  const total = amount(result.total_cost_usd)
  const models = Object.values(record(result.modelUsage) ?? {})
  const isUnknown = models.some((usage) => record(usage)?.costBasis === 'unknown')
  return total === null || isUnknown ? null : Math.max(0, total - spentBefore)
}

function textOf(message: Event | null): string | null {
  const blocks = Array.isArray(message?.content) ? message.content : []
  return text(
    blocks.flatMap((block) => (record(block)?.type === 'text' ? (text(record(block)?.text) ?? []) : [])).join('\n'),
  )
}
