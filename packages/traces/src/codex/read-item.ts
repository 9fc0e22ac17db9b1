import type { StepMedia } from '@paddock/domain'
import { answerCall, findCall, rememberCall } from '../content/open-calls.ts'
import { readArguments, readAsJson, readContent } from '../content/read-content.ts'
import { unknownLine } from '../reader/json-lines.ts'
import type { StepDraft } from '../reader/reader.ts'
import { arrayOf, type JsonObject, numberOf, objectOf, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { CodexMemory } from './memory.ts'

export type ItemPhase = 'started' | 'updated' | 'completed'

/** Steps of an item of `exec --json`: a call when it starts, its result when it ends; texts when they are complete. */
export function readItem(phase: ItemPhase, item: JsonObject, source: SourceValue, memory: CodexMemory): StepDraft[] {
  switch (item.type) {
    case 'agent_message':
      return phase === 'completed' ? [{ kind: 'assistant', ...readContent(item.text, source) }] : []
    case 'reasoning':
      return phase === 'completed' ? [readReasoning(item, source)] : []
    case 'error':
      return [{ kind: 'notice', ...readContent(item.message, source) }]
    case 'todo_list':
      return [{ kind: 'notice', text: describeTodo(item) }]
    case 'command_execution':
      return readCall(phase, item, { name: 'shell', arguments: { command: item.command } }, source, memory)
    case 'file_change':
      return readCall(phase, item, { name: 'file_change', arguments: { changes: item.changes } }, source, memory)
    case 'web_search':
      return readCall(phase, item, { name: 'web_search', arguments: { query: item.query } }, source, memory)
    case 'mcp_tool_call': {
      const name = `${textOf(item.server)}/${textOf(item.tool)}`
      return readCall(phase, item, { name, arguments: item.arguments }, source, memory)
    }
    default:
      return [unknownLine(source)]
  }
}

function readReasoning(item: JsonObject, source: SourceValue): StepDraft {
  const { text, media } = readContent(item.text, source)
  return { kind: 'reasoning', reasoning: text, media }
}

function readCall(
  phase: ItemPhase,
  item: JsonObject,
  call: { name: string; arguments: unknown },
  source: SourceValue,
  memory: CodexMemory,
): StepDraft[] {
  const callId = stringOf(item.id) ?? null
  const drafts: StepDraft[] = []
  if (!findCall(memory.calls, callId)) {
    const media: StepMedia[] = []
    const tool = { name: call.name, callId, arguments: readArguments(call.arguments, source, media) }
    rememberCall(memory.calls, callId, { name: call.name, path: [] })
    drafts.push({ kind: 'tool_call', tool, media })
  }
  if (phase !== 'completed') return drafts
  answerCall(memory.calls, callId)
  const { text, media } = readOutput(item, source)
  const exitCode = numberOf(item.exit_code)
  const isError = item.status === 'failed' || (exitCode !== undefined && exitCode !== 0)
  const note = exitCode !== undefined && exitCode !== 0 ? `exit code ${exitCode}` : ''
  const content = [text, note].filter((part) => part !== '').join('\n')
  drafts.push({ kind: 'tool_result', tool: { name: call.name, callId }, result: { callId, isError, content }, media })
  return drafts
}

function readOutput(item: JsonObject, source: SourceValue): { text: string; media: StepMedia[] } {
  if (item.aggregated_output !== undefined) return readContent(item.aggregated_output, source)
  if (item.error !== undefined && item.error !== null) return readError(item.error, source)
  if (item.result !== undefined && item.result !== null) {
    return readContent(objectOf(item.result).content ?? item.result, source)
  }
  return { text: textOf(item.status ?? ''), media: [] }
}

function readError(error: unknown, source: SourceValue): { text: string; media: StepMedia[] } {
  const message = objectOf(error).message
  return message === undefined ? readAsJson(error, source) : readContent(message, source)
}

function describeTodo(item: JsonObject): string {
  const lines = arrayOf(item.items).map((entry) => {
    const { text, completed } = objectOf(entry)
    return `- [${completed === true ? 'x' : ' '}] ${textOf(text)}`
  })
  return ['To do:', ...lines].join('\n')
}
