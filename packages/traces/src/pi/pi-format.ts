import { isoTime } from '../content/iso-time.ts'
import { readAsJson, readContent } from '../content/read-content.ts'
import { readJsonLine, unknownLine } from '../reader/json-lines.ts'
import type { LineFormat } from '../reader/line-reader.ts'
import type { StepDraft } from '../reader/reader.ts'
import { isObject, type JsonObject, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import { beginPi, type PiMemory } from './memory.ts'
import { readMessage } from './read-message.ts'
import { finishPieces, gatherMessage, gatherOutput } from './read-piece.ts'

/**
 * pi (0.73, 1.6) and omp (18.2): `--mode json` and session files; OpenClaw's session files, which are pi's.
 */
export const piFormat: LineFormat<PiMemory> = {
  format: 'pi-stream',
  lines: 'event',
  begin: beginPi,
  read: (line, memory) =>
    !line.parsable && repeatsMessages.test(line.bytes.toString('latin1', 0, 64))
      ? []
      : readJsonLine(line, memory, readEvent),
  finish: finishPieces,
}

/** Events that carry messages which came before, the whole conversation again in `agent_end`. */
const repeatsMessages = /^\{"type":"(?:agent_end|turn_end)"/

/** Events that say only where the program is, or that `message_end` and `agent_end` say again. */
const foldedEvents = new Set([
  'agent_start',
  'agent_end',
  'agent_settled',
  'turn_start',
  'turn_end',
  'message_start',
  'tool_execution_start',
  'advisor_cost_changed',
])

function readEvent(event: JsonObject, source: SourceValue, memory: PiMemory): StepDraft[] {
  const type = stringOf(event.type) ?? ''
  const at = isoTime(event.timestamp)
  const place = at === undefined ? {} : { at }
  if (foldedEvents.has(type)) return []
  switch (type) {
    case 'session':
      return [{ kind: 'system', ...place, text: describeSession(event) }]
    case 'message_update':
      gatherMessage(event, source, memory)
      return []
    case 'tool_execution_update':
      gatherOutput(event, source, memory)
      return []
    case 'tool_execution_end':
      memory.running = null
      return []
    case 'message_end':
    case 'message':
      if (!isObject(event.message)) return [unknownLine(source)]
      if (event.message.role === 'assistant') memory.partial = null
      if (event.message.toolCallId === memory.running?.callId) memory.running = null
      return readMessage(event.message, at, source, memory)
    case 'notice':
      return [{ kind: 'notice', ...place, ...readContent(event.message ?? event.text ?? event.content, source) }]
    case 'auto_retry_start':
      return [
        {
          kind: 'notice',
          ...place,
          ...readContent(
            `Retry ${textOf(event.attempt)} of ${textOf(event.maxAttempts)} in ${textOf(event.delayMs)} ms: ${textOf(event.errorMessage)}`,
            source,
          ),
        },
      ]
    case 'auto_retry_end':
      return event.success === true
        ? [{ kind: 'notice', ...place, text: `Retry ${textOf(event.attempt)} succeeded` }]
        : [{ kind: 'error', ...place, ...readContent(event.finalError ?? 'The last retry failed', source) }]
    case 'model_change':
      return [{ kind: 'notice', ...place, text: `Model: ${textOf(event.provider)}/${textOf(event.modelId)}` }]
    case 'thinking_level_change':
      return [{ kind: 'notice', ...place, text: `Thinking level: ${textOf(event.thinkingLevel)}` }]
    case 'compaction':
    case 'branch_summary':
      return [{ kind: 'compaction', ...place, ...readContent(event.summary, source) }]
    case 'custom':
    case 'entry_appended':
      return [{ kind: 'notice', ...place, ...readAsJson(event, source) }]
    default:
      return [unknownLine(source)]
  }
}

function describeSession(event: JsonObject): string {
  return [
    ['Session', event.id],
    ['Directory', event.cwd],
    ['Model', event.modelId],
  ]
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${textOf(name)}: ${textOf(value)}`)
    .join('\n')
}
