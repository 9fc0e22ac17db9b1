import type { StepMedia } from '@paddock/domain'
import { isoTime, millisecondsBetween } from '../content/iso-time.ts'
import { answerCall, findCall, rememberCall } from '../content/open-calls.ts'
import { readArguments, readAsJson, readContent } from '../content/read-content.ts'
import { takeText } from '../content/take-text.ts'
import type { StepDraft } from '../reader/reader.ts'
import { isObject, type JsonObject, numberOf, objectOf, stringOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { ClaudeMemory } from './memory.ts'

/** Calls that ask the person instead of the machine. */
const questionTools = new Set(['AskUserQuestion', 'ask_user_question'])

export interface Speaker {
  role: 'assistant' | 'user'
  at: string | undefined
  agentPath: string[]
  model: string | undefined
}

/** Steps of a message's content: a text, or blocks. */
export function readBlocks(
  event: JsonObject,
  speaker: Speaker,
  source: SourceValue,
  memory: ClaudeMemory,
): StepDraft[] {
  const { content } = objectOf(event.message)
  if (!Array.isArray(content)) return [spoken(speaker, readContent(content, source))]
  const drafts = content.map((block) =>
    isObject(block) ? readBlock(block, event, speaker, source, memory) : unknownBlock(block, speaker, source),
  )
  return drafts.length > 0 ? drafts : [spoken(speaker, { text: '', media: [] })]
}

function readBlock(
  block: JsonObject,
  event: JsonObject,
  speaker: Speaker,
  source: SourceValue,
  memory: ClaudeMemory,
): StepDraft {
  const type = stringOf(block.type) ?? ''
  if (type === 'text' && typeof block.text === 'string') return spoken(speaker, takeText(block.text, source))
  if (type === 'thinking' || type === 'redacted_thinking') return readThinking(block, event, speaker, source)
  if (type.endsWith('tool_use')) return readCall(block, speaker, source, memory)
  if (type.endsWith('tool_result')) return readResult(block, event, speaker, source, memory)
  if (type === 'image' || type === 'document') return spoken(speaker, readContent([block], source))
  return unknownBlock(block, speaker, source)
}

function spoken(speaker: Speaker, content: { text: string; media: StepMedia[] }): StepDraft {
  return { kind: speaker.role, ...placeOf(speaker), ...content }
}

function readThinking(block: JsonObject, event: JsonObject, speaker: Speaker, source: SourceValue): StepDraft {
  const { text, media } = takeText(stringOf(block.thinking) ?? '(redacted by the provider)', source)
  const durationMs = numberOf(event.thinking_duration_ms)
  return {
    kind: 'reasoning',
    ...placeOf(speaker),
    ...(durationMs === undefined ? {} : { durationMs }),
    reasoning: text,
    media,
  }
}

function readCall(block: JsonObject, speaker: Speaker, source: SourceValue, memory: ClaudeMemory): StepDraft {
  const name = stringOf(block.name) ?? 'unknown'
  const callId = stringOf(block.id) ?? null
  const media: StepMedia[] = []
  const tool = { name, callId, arguments: readArguments(block.input, source, media) }
  rememberCall(memory.calls, callId, { name, path: speaker.agentPath, ...(speaker.at ? { at: speaker.at } : {}) })
  return { kind: questionTools.has(name) ? 'question' : 'tool_call', ...placeOf(speaker), tool, media }
}

function readResult(
  block: JsonObject,
  event: JsonObject,
  speaker: Speaker,
  source: SourceValue,
  memory: ClaudeMemory,
): StepDraft {
  const callId = stringOf(block.tool_use_id) ?? null
  const call = answerCall(memory.calls, callId)
  const { text, media } = readContent(block.content, source)
  const told = objectOf(event.tool_use_result ?? event.toolUseResult)
  const durationMs =
    numberOf(told.totalDurationMs) ?? numberOf(told.durationMs) ?? millisecondsBetween(call?.at, speaker.at)
  return {
    kind: call && questionTools.has(call.name) ? 'answer' : 'tool_result',
    ...placeOf(speaker),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(call ? { tool: { name: call.name, callId } } : {}),
    result: { callId, isError: block.is_error === true, content: text },
    media,
  }
}

function unknownBlock(block: unknown, speaker: Speaker, source: SourceValue): StepDraft {
  return { kind: 'unknown', ...placeOf(speaker), ...readAsJson(block, source) }
}

function placeOf(speaker: Speaker): Pick<StepDraft, 'at' | 'agentPath' | 'model'> {
  return {
    agentPath: speaker.agentPath,
    ...(speaker.at === undefined ? {} : { at: speaker.at }),
    ...(speaker.model === undefined ? {} : { model: speaker.model }),
  }
}

/** Who speaks in an event, by the fields that both the stream and session files carry. */
export function speakerOf(event: JsonObject, role: Speaker['role'], memory: ClaudeMemory): Speaker {
  const model = stringOf(objectOf(event.message).model)
  return { role, at: isoTime(event.timestamp), agentPath: agentPathOf(event, memory), model }
}

const rememberedAgents = 256

function agentPathOf(event: JsonObject, memory: ClaudeMemory): string[] {
  const parent = stringOf(event.parent_tool_use_id)
  if (parent === undefined) return event.isSidechain === true ? [stringOf(event.agentId) ?? 'sidechain'] : []
  const known = memory.agents.find(([callId]) => callId === parent)
  if (known) return known[1]
  const path = [...(findCall(memory.calls, parent)?.path ?? []), parent]
  memory.agents = [...memory.agents.slice(1 - rememberedAgents), [parent, path]]
  return path
}
