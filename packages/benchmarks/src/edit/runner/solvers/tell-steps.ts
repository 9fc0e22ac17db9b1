import type { Step } from '@paddock/domain'
import type { TraceReader } from '@paddock/traces'
import type { Conversation } from '../conversation.ts'
import type { Solved } from '../solver.ts'

export interface StepTeller {
  push(bytes: Uint8Array): void
  end(): void
  counts(): Pick<Solved, 'toolCalls' | 'edits'>
}

/** Writes the steps of an agent's stream into the conversation, and counts its calls. */
export function tellSteps(reader: TraceReader, conversation: Conversation, editTools: readonly string[]): StepTeller {
  const openEdits = new Set<string>()
  let toolCalls = 0
  let attempted = 0
  let failed = 0

  const count = (step: Step): void => {
    if (step.kind === 'tool_call') {
      toolCalls += 1
      if (step.tool === undefined || !editTools.includes(step.tool.name)) return
      attempted += 1
      if (step.tool.callId !== null) openEdits.add(step.tool.callId)
    } else if (step.kind === 'tool_result' && step.result?.isError && openEdits.has(step.result.callId ?? '')) {
      failed += 1
    }
  }
  const tell = (step: Step): void => {
    count(step)
    // A conversation that cannot be written fails the attempt at its next section, which is waited for.
    write(conversation, step).catch(() => {})
  }

  return {
    push: (bytes) => reader.push(bytes).forEach(tell),
    end: () => reader.end().forEach(tell),
    counts: () => ({ toolCalls, edits: { attempted, applied: attempted - failed } }),
  }
}

async function write(conversation: Conversation, step: Step): Promise<void> {
  switch (step.kind) {
    case 'assistant':
    case 'answer':
      return step.text ? conversation.say(step.text) : undefined
    case 'reasoning':
      return conversation.reason(step.reasoning ?? step.text ?? '')
    case 'tool_call':
      return conversation.callTool(step.tool?.name ?? 'unknown', step.tool?.arguments ?? null)
    case 'tool_result':
      return conversation.toolResult(step.result?.content ?? '', step.result?.isError ?? false)
    case 'error':
      return conversation.fail(step.text ?? '')
    // The prompt stands there already; what a stream says of itself is in its raw file.
    case 'user':
    case 'system':
    case 'notice':
    case 'compaction':
    case 'question':
    case 'reference':
    case 'unknown':
      return undefined
  }
}
