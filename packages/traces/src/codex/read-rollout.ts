import type { StepMedia } from '@paddock/domain'
import { isoTime, millisecondsBetween } from '../content/iso-time.ts'
import { answerCall, rememberCall } from '../content/open-calls.ts'
import { readArguments, readContent } from '../content/read-content.ts'
import { unknownLine } from '../reader/json-lines.ts'
import type { StepDraft } from '../reader/reader.ts'
import { type JsonObject, numberOf, objectOf, parseJson, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { CodexMemory } from './memory.ts'
import { readUsage } from './read-usage.ts'

/** Messages of the interface that `response_item` lines repeat. */
const repeatedMessages = new Set(['user_message', 'agent_message', 'agent_reasoning', 'agent_reasoning_raw_content'])

/** Steps of a line of a session file (`rollout-*.jsonl`): `{timestamp, type, payload}`. */
export function readRollout(event: JsonObject, source: SourceValue, memory: CodexMemory): StepDraft[] {
  const at = isoTime(event.timestamp)
  const drafts = readPayload(event, at, source, memory)
  return at === undefined ? drafts : drafts.map((draft) => ({ ...draft, at }))
}

function readPayload(event: JsonObject, at: string | undefined, source: SourceValue, memory: CodexMemory): StepDraft[] {
  const payload = objectOf(event.payload)
  switch (event.type) {
    case 'session_meta':
      return [{ kind: 'system', text: describeSession(payload) }]
    case 'turn_context': {
      const model = stringOf(payload.model) ?? null
      const isNews = model !== memory.model
      memory.model = model
      return isNews ? [{ kind: 'notice', text: `Model: ${model ?? 'unknown'}`, ...modelOf(memory) }] : []
    }
    case 'compacted':
      return [{ kind: 'compaction', ...readContent(payload.message, source) }]
    case 'response_item':
      return readResponseItem(payload, at, source, memory)
    case 'event_msg':
      return readMessage(payload, source)
    default:
      return [unknownLine(source)]
  }
}

function readResponseItem(
  payload: JsonObject,
  at: string | undefined,
  source: SourceValue,
  memory: CodexMemory,
): StepDraft[] {
  switch (payload.type) {
    case 'message': {
      const kind = payload.role === 'assistant' ? 'assistant' : payload.role === 'user' ? 'user' : 'system'
      return [{ kind, ...readContent(payload.content, source), ...(kind === 'assistant' ? modelOf(memory) : {}) }]
    }
    case 'reasoning': {
      const { text, media } = readContent(payload.content ?? payload.summary, source)
      return [{ kind: 'reasoning', reasoning: text || '(not disclosed by the provider)', media, ...modelOf(memory) }]
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
      return [readCall(payload, at, source, memory)]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [readResult(payload, at, source, memory)]
    default:
      return [unknownLine(source)]
  }
}

function readCall(payload: JsonObject, at: string | undefined, source: SourceValue, memory: CodexMemory): StepDraft {
  const name = stringOf(payload.name) ?? textOf(payload.type).replace(/_call$/, '')
  const callId = stringOf(payload.call_id) ?? stringOf(payload.id) ?? null
  const written = payload.arguments ?? payload.input ?? payload.action
  const parsed = typeof written === 'string' ? parseJson(written) : null
  const media: StepMedia[] = []
  const tool = { name, callId, arguments: readArguments(parsed ? parsed.value : written, source, media) }
  rememberCall(memory.calls, callId, { name, path: [], ...(at === undefined ? {} : { at }) })
  return { kind: 'tool_call', tool, media, ...modelOf(memory) }
}

function readResult(payload: JsonObject, at: string | undefined, source: SourceValue, memory: CodexMemory): StepDraft {
  const callId = stringOf(payload.call_id) ?? null
  const call = answerCall(memory.calls, callId)
  const parsed = typeof payload.output === 'string' ? objectOf(parseJson(payload.output)?.value) : {}
  const inner = stringOf(parsed.output)
  const facts = objectOf(parsed.metadata)
  const exitCode = numberOf(facts.exit_code)
  const seconds = numberOf(facts.duration_seconds)
  const { text, media } = readContent(inner ?? payload.output, source)
  const durationMs = seconds === undefined ? millisecondsBetween(call?.at, at) : seconds * 1000
  const isError = exitCode !== undefined && exitCode !== 0
  return {
    kind: 'tool_result',
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(call ? { tool: { name: call.name, callId } } : {}),
    result: { callId, isError, content: isError ? `${text}\nexit code ${exitCode}` : text },
    media,
  }
}

function readMessage(payload: JsonObject, source: SourceValue): StepDraft[] {
  const type = stringOf(payload.type) ?? ''
  if (repeatedMessages.has(type)) return []
  if (type === 'token_count') {
    const usage = readUsage(objectOf(payload.info).last_token_usage)
    return usage ? [{ kind: 'notice', text: 'Tokens of the last request', usage }] : []
  }
  if (type === 'error' || type === 'stream_error') return [{ kind: 'error', ...readContent(payload.message, source) }]
  if (type === 'turn_aborted') return [{ kind: 'notice', text: `Turn aborted: ${textOf(payload.reason)}` }]
  return [unknownLine(source)]
}

function describeSession(payload: JsonObject): string {
  const { id, cwd, cli_version, originator } = payload
  return [
    ['Session', id],
    ['Directory', cwd],
    ['Version', cli_version],
    ['Started from', originator],
    ['Instructions', payload.instructions],
  ]
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([name, value]) => `${textOf(name)}: ${textOf(value)}`)
    .join('\n')
}

function modelOf(memory: CodexMemory): Pick<StepDraft, 'model'> {
  return memory.model === null ? {} : { model: memory.model }
}
