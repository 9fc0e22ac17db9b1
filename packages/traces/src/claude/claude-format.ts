import { isoTime } from '../content/iso-time.ts'
import { readJsonLine, unknownLine } from '../reader/json-lines.ts'
import type { LineFormat } from '../reader/line-reader.ts'
import type { StepDraft } from '../reader/reader.ts'
import { isObject, type JsonObject, objectOf, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import { beginClaude, type ClaudeMemory } from './memory.ts'
import { readBlocks, speakerOf } from './read-blocks.ts'
import { dropPartial, finishPartial, readPiece } from './read-partial.ts'
import { comparedChars, readResult } from './read-result.ts'
import { readSystem } from './read-system.ts'
import { readMessageUsage } from './read-usage.ts'

/**
 * Claude Code: `--output-format stream-json` and session files (2.0 to 2.1.332). qwen-code 0.24 writes the same events.
 */
export const claudeFormat: LineFormat<ClaudeMemory> = {
  format: 'claude-stream',
  lines: 'event',
  begin: beginClaude,
  read: (line, memory) => readJsonLine(line, memory, readEvent),
  finish: finishPartial,
}

function readEvent(event: JsonObject, source: SourceValue, memory: ClaudeMemory): StepDraft[] {
  switch (event.type) {
    case 'assistant':
      return isObject(event.message) ? readAssistant(event, source, memory) : [unknownLine(source)]
    case 'user':
      return isObject(event.message) ? readUser(event, source, memory) : [unknownLine(source)]
    case 'system':
      return readSystem(event, source)
    case 'stream_event':
      return readPiece(event, source, memory)
    case 'result':
      return [...finishPartial(memory), readResult(event, source, memory)]
    case 'summary':
      return [{ kind: 'notice', text: `Summary of an earlier session: ${textOf(event.summary)}` }]
    case 'file-history-snapshot':
      return [{ kind: 'notice', ...timeOf(objectOf(event.snapshot)), text: 'Snapshot of the files for undo' }]
    default:
      return [unknownLine(source)]
  }
}

function readAssistant(event: JsonObject, source: SourceValue, memory: ClaudeMemory): StepDraft[] {
  const speaker = speakerOf(event, 'assistant', memory)
  dropPartial(memory)
  const drafts = readBlocks(event, speaker, source, memory)
  const usage = readMessageUsage(objectOf(event.message), memory)
  if (usage && drafts[0]) drafts[0] = { ...drafts[0], usage }
  const text = drafts.findLast((draft) => draft.kind === 'assistant')?.text
  if (text !== undefined && speaker.agentPath.length === 0) {
    memory.lastText = { beginning: text.slice(0, comparedChars), length: text.length }
  }
  return drafts
}

function readUser(event: JsonObject, source: SourceValue, memory: ClaudeMemory): StepDraft[] {
  const speaker = speakerOf(event, 'user', memory)
  const drafts = readBlocks(event, speaker, source, memory)
  if (event.isCompactSummary !== true) return drafts
  return drafts.map((draft) => (draft.kind === 'user' ? { ...draft, kind: 'compaction' } : draft))
}

function timeOf(fields: JsonObject): Pick<StepDraft, 'at'> {
  const at = isoTime(stringOf(fields.timestamp))
  return at === undefined ? {} : { at }
}
