import type { TokenCounts } from '@paddock/domain'
import { classifyFailure, type ReportedError } from '../classify-failure.ts'
import type { AgentOutput, OpenAgentOutput } from '../port.ts'
import { amount, type Event, readEvent, record, text } from '../read-event.ts'
import { splitLines } from '../split-lines.ts'
import { codexDefinition } from './definition.ts'

/**
 * Reads `exec --json`. `turn.failed` is failure, and so is a stream without `turn.completed`; a top-level `error` is
 * not (it announces a reconnect, which may succeed). What fails before the start stands on stderr alone. Usage is
 * cumulative over a resumed session; neither cost nor model is told.
 */
export const openCodexOutput: OpenAgentOutput = (before): AgentOutput => {
  const lines = splitLines()
  let sessionId: string | null = null
  let answer: string | null = null
  let failed: ReportedError | null = null
  let completed = false
  let usage: TokenCounts | null = null
  let turns = 0

  const read = (line: string): void => {
    const event = readEvent(line)
    if (event === null) return
    switch (event.type) {
      case 'thread.started':
        sessionId = text(event.thread_id) ?? sessionId
        return
      case 'turn.completed':
        completed = true
        usage = tokensOf(record(event.usage)) ?? usage
        return
      case 'turn.failed':
        failed = errorOf(record(event.error))
        return
      case 'item.completed': {
        const item = record(event.item)
        if (item?.type !== 'agent_message') return
        turns += 1
        answer = text(item.text) ?? answer
        return
      }
      default:
        return
    }
  }

  return {
    push: (bytes) => lines.push(bytes).forEach(read),
    turns: () => turns,
    end(exit) {
      read(lines.rest())
      return {
        failure: classifyFailure(codexDefinition.title, exit, failed, completed),
        reachedTurnLimit: false,
        sessionId,
        model: null,
        tokens: usage && minus(usage, before?.tokens ?? null),
        costUsd: null,
        answer,
      }
    },
  }
}

function errorOf(error: Event | null): ReportedError {
  const message = text(error?.message) ?? 'the turn failed'
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1]
  return { message, httpStatus: status === undefined ? null : Number(status) }
}

function tokensOf(usage: Event | null): TokenCounts | null {
  const input = amount(usage?.input_tokens)
  const output = amount(usage?.output_tokens)
  if (input === null || output === null) return null
  return { input, cachedInput: amount(usage?.cached_input_tokens) ?? 0, output }
}

function minus(usage: TokenCounts, before: TokenCounts | null): TokenCounts {
  if (before === null) return usage
  const rest = (key: keyof TokenCounts) => Math.max(0, usage[key] - before[key])
  return { input: rest('input'), cachedInput: rest('cachedInput'), output: rest('output') }
}
