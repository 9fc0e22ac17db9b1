import { readContent } from '../content/read-content.ts'
import { rawTextBytes } from '../limits.ts'
import type { StepDraft } from '../reader/reader.ts'
import { type JsonObject, objectOf, stringOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { PiMemory } from './memory.ts'

/** Pieces of a message that comes whole with `message_end`; kept until then, for an agent that is killed before. */
export function gatherMessage(event: JsonObject, source: SourceValue, memory: PiMemory): void {
  const piece = objectOf(event.assistantMessageEvent)
  const delta = stringOf(piece.delta) ?? ''
  const end = source.offset + source.length
  const partial = memory.partial ?? { offset: source.offset, end, text: '', thinking: '' }
  memory.partial = {
    ...partial,
    end,
    text: piece.type === 'text_delta' ? (partial.text + delta).slice(0, rawTextBytes) : partial.text,
    thinking: piece.type === 'thinking_delta' ? (partial.thinking + delta).slice(0, rawTextBytes) : partial.thinking,
  }
}

/** The output of a running tool so far; each update repeats the whole. */
export function gatherOutput(event: JsonObject, source: SourceValue, memory: PiMemory): void {
  memory.running = {
    callId: stringOf(event.toolCallId) ?? '',
    name: stringOf(event.toolName) ?? 'unknown',
    offset: source.offset,
    length: source.length,
    output: readContent(objectOf(event.partialResult).content, source).text.slice(-rawTextBytes),
  }
}

/** Steps of what was streamed and never came whole. */
export function finishPieces(memory: PiMemory): StepDraft[] {
  const { partial, running } = memory
  memory.partial = null
  memory.running = null
  const drafts: StepDraft[] = []
  if (partial && partial.text + partial.thinking !== '') {
    const raw = { offset: partial.offset, length: partial.end - partial.offset }
    if (partial.thinking !== '') drafts.push({ kind: 'reasoning', reasoning: partial.thinking, raw })
    if (partial.text !== '') drafts.push({ kind: 'assistant', text: partial.text, raw })
    drafts.push({ kind: 'notice', text: 'The stream stops in the middle of this message.', raw })
  }
  if (running) {
    const raw = { offset: running.offset, length: running.length }
    const { callId, name, output } = running
    const text = `The stream stops while ${name} runs (${callId}). Its output so far:\n${output}`
    drafts.push({ kind: 'notice', text, raw })
  }
  return drafts
}
