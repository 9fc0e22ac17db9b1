import { readContent } from '../content/read-content.ts'
import { readJsonLine, unknownLine } from '../reader/json-lines.ts'
import type { LineFormat } from '../reader/line-reader.ts'
import type { StepDraft } from '../reader/reader.ts'
import { isObject, type JsonObject, objectOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import { beginCodex, type CodexMemory } from './memory.ts'
import { type ItemPhase, readItem } from './read-item.ts'
import { readRollout } from './read-rollout.ts'
import { readAddedUsage } from './read-usage.ts'

/** OpenAI Codex: `exec --json` (tried up to 0.171.0) and session files (`rollout-*.jsonl`, 0.40). */
export const codexFormat: LineFormat<CodexMemory> = {
  format: 'codex-stream',
  lines: 'event',
  begin: beginCodex,
  read: (line, memory) => readJsonLine(line, memory, readEvent),
  finish: () => [],
}

const phases: Record<string, ItemPhase> = {
  'item.started': 'started',
  'item.updated': 'updated',
  'item.completed': 'completed',
}

function readEvent(event: JsonObject, source: SourceValue, memory: CodexMemory): StepDraft[] {
  if (isObject(event.payload)) return readRollout(event, source, memory)
  const phase = phases[textOf(event.type)]
  if (phase && isObject(event.item)) return readItem(phase, event.item, source, memory)
  switch (event.type) {
    case 'thread.started':
      return [{ kind: 'system', text: `Session: ${textOf(event.thread_id)}` }]
    case 'turn.started':
      return []
    case 'turn.completed': {
      const usage = readAddedUsage(event.usage, memory)
      return [{ kind: 'notice', text: 'Turn completed', ...(usage ? { usage } : {}) }]
    }
    case 'turn.failed':
      return [{ kind: 'error', ...readContent(objectOf(event.error).message ?? event.error, source) }]
    case 'error':
      return [readError(event, source)]
    default:
      return [unknownLine(source)]
  }
}

/** A top-level error is no failure when the program tries again. */
function readError(event: JsonObject, source: SourceValue): StepDraft {
  const content = readContent(event.message, source)
  return { kind: /^re-?connecting/i.test(content.text) ? 'notice' : 'error', ...content }
}
