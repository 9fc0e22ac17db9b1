import { rawTextBytes } from '../limits.ts'
import { unknownLine } from '../reader/json-lines.ts'
import type { StepDraft } from '../reader/reader.ts'
import { type JsonObject, objectOf, stringOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { ClaudeMemory, Partial } from './memory.ts'

const foldedEvents = new Set([
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_stop',
  'ping',
  // qwen tells of its goal, which is idle in a headless run.
  'goal_state',
])

/**
 * A piece of a message that is streamed. The whole message follows as an event of its own, so pieces give no steps;
 * they are kept until then, because a killed agent leaves nothing else.
 */
export function readPiece(event: JsonObject, source: SourceValue, memory: ClaudeMemory): StepDraft[] {
  const piece = objectOf(event.event)
  if (piece.type === 'message_start') {
    const left = finishPartial(memory)
    const id = stringOf(objectOf(piece.message).id) ?? ''
    memory.partial = { id, offset: source.offset, end: endOf(source), text: '', thinking: '', toolInput: '' }
    return left
  }
  if (piece.type === 'content_block_delta') {
    if (memory.partial) gather(memory.partial, objectOf(piece.delta), source)
    return memory.partial ? [] : [unknownLine(source)]
  }
  return foldedEvents.has(stringOf(piece.type) ?? '') ? [] : [unknownLine(source)]
}

/** A block came whole: its pieces are no longer needed. */
export function dropPartial(memory: ClaudeMemory): void {
  if (memory.partial) memory.partial = { ...memory.partial, text: '', thinking: '', toolInput: '' }
}

/** Steps of what was streamed and never came whole. */
export function finishPartial(memory: ClaudeMemory): StepDraft[] {
  const { partial } = memory
  memory.partial = null
  if (!partial) return []
  const raw = { offset: partial.offset, length: partial.end - partial.offset }
  const drafts: StepDraft[] = []
  if (partial.thinking !== '') drafts.push({ kind: 'reasoning', reasoning: partial.thinking, raw })
  if (partial.text !== '') drafts.push({ kind: 'assistant', text: partial.text, raw })
  if (partial.toolInput !== '') {
    drafts.push({ kind: 'notice', text: `A call that was not written to its end: ${partial.toolInput}`, raw })
  }
  if (drafts.length > 0) drafts.push({ kind: 'notice', text: 'The stream stops in the middle of this message.', raw })
  return drafts
}

function gather(partial: Partial, delta: JsonObject, source: SourceValue): void {
  partial.end = endOf(source)
  partial.text = grown(partial.text, delta.text)
  partial.thinking = grown(partial.thinking, delta.thinking)
  partial.toolInput = grown(partial.toolInput, delta.partial_json)
}

function grown(text: string, piece: unknown): string {
  return typeof piece === 'string' ? (text + piece).slice(0, rawTextBytes) : text
}

function endOf(source: SourceValue): number {
  return source.offset + source.length
}
