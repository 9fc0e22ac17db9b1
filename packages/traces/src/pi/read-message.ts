import type { StepMedia, StepUsage } from '@paddock/domain'
import { isoTime, millisecondsBetween } from '../content/iso-time.ts'
import { answerCall, rememberCall } from '../content/open-calls.ts'
import { partsOf, readArguments, readAsJson, readContent } from '../content/read-content.ts'
import { takeText } from '../content/take-text.ts'
import type { StepDraft } from '../reader/reader.ts'
import { type JsonObject, numberOf, objectOf, stringOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { PiMemory } from './memory.ts'

/** Steps of a whole message. `at` is the time of its line, where the message itself has none. */
export function readMessage(
  message: JsonObject,
  at: string | undefined,
  source: SourceValue,
  memory: PiMemory,
): StepDraft[] {
  const time = isoTime(message.timestamp) ?? at
  const place = time === undefined ? {} : { at: time }
  switch (message.role) {
    case 'user':
      return [{ kind: 'user', ...place, ...readContent(message.content, source) }]
    case 'system':
      return [{ kind: 'system', ...place, ...readSystem(message, source) }]
    case 'assistant':
      return readAssistant(message, place, source, memory)
    case 'toolResult':
      return [readResult(message, place, source, memory)]
    case 'compactionSummary':
    case 'branchSummary':
      return [{ kind: 'compaction', ...place, ...readContent(message.summary ?? message.content, source) }]
    default:
      return [{ kind: 'unknown', ...place, ...readAsJson(message, source) }]
  }
}

type Place = Pick<StepDraft, 'at' | 'model'>

function readAssistant(message: JsonObject, time: Place, source: SourceValue, memory: PiMemory): StepDraft[] {
  const model = stringOf(message.model)
  const place: Place = model === undefined ? time : { ...time, model }
  const parts = partsOf(message.content)
  const drafts = parts.map((part) => readPart(part, place, source, memory))
  if (message.stopReason === 'error' || message.stopReason === 'aborted') {
    const { text, media } = readContent(message.errorMessage ?? message.stopReason, source)
    drafts.push({ kind: message.stopReason === 'error' ? 'error' : 'notice', ...place, text, media })
  }
  if (drafts.length === 0) drafts.push({ kind: 'assistant', ...place, ...readContent(message.content, source) })
  const usage = readUsage(message.usage)
  const [first] = drafts
  if (usage && first) drafts[0] = { ...first, usage }
  return drafts
}

function readPart(part: JsonObject, place: Place, source: SourceValue, memory: PiMemory): StepDraft {
  if (part.type === 'thinking') {
    const { text, media } = takeText(stringOf(part.thinking) ?? '', source)
    return { kind: 'reasoning', ...place, reasoning: text, media }
  }
  if (part.type !== 'toolCall') return { kind: 'assistant', ...place, ...readContent([part], source) }
  const name = stringOf(part.name) ?? 'unknown'
  const callId = stringOf(part.id) ?? null
  const media: StepMedia[] = []
  rememberCall(memory.calls, callId, { name, path: [], ...(place.at === undefined ? {} : { at: place.at }) })
  return {
    kind: 'tool_call',
    ...place,
    tool: { name, callId, arguments: readArguments(part.arguments, source, media) },
    media,
  }
}

function readResult(message: JsonObject, place: Place, source: SourceValue, memory: PiMemory): StepDraft {
  const callId = stringOf(message.toolCallId) ?? null
  const call = answerCall(memory.calls, callId)
  const name = stringOf(message.toolName) ?? call?.name
  const { text, media } = readContent(message.content, source)
  const durationMs =
    numberOf(message.durationMs) ??
    numberOf(objectOf(message.details).wallTimeMs) ??
    millisecondsBetween(call?.at, place.at)
  return {
    kind: 'tool_result',
    ...place,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(name === undefined ? {} : { tool: { name, callId } }),
    result: { callId, isError: message.isError === true, content: text },
    media,
  }
}

function readSystem(message: JsonObject, source: SourceValue): { text: string; media: StepMedia[] } {
  const sections = Object.values(objectOf(message.sections)).filter((section) => typeof section === 'string')
  const content = readContent(message.content, source)
  return content.text === '' && sections.length > 0 ? readContent(sections, source) : content
}

/** Usage in one meaning: pi counts cache reads and writes apart from `input`. A cost of a free model is 0. */
function readUsage(usage: unknown): StepUsage | undefined {
  const fields = objectOf(usage)
  const input = numberOf(fields.input)
  const output = numberOf(fields.output)
  if (input === undefined || output === undefined) return undefined
  const cachedInput = numberOf(fields.cacheRead) ?? 0
  const written = numberOf(fields.cacheWrite) ?? 0
  if (input + output + cachedInput + written === 0) return undefined
  const costUsd = numberOf(objectOf(fields.cost).total) ?? null
  return { input: input + cachedInput + written, cachedInput, output, costUsd }
}
