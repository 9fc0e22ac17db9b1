import type { TraceFormat } from '@paddock/domain'
import { isObject, type JsonObject } from '../source/parse-json.ts'

const codexEvents = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/
const codexSessionEvents = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])
const claudeEvents = new Set(['system', 'assistant', 'user', 'result', 'stream_event', 'progress', 'attachment'])
const claudeSessionEvents = new Set(['summary', 'file-history-snapshot', 'queue-operation'])
const piEvents = new Set([
  'agent_start',
  'agent_end',
  'turn_start',
  'turn_end',
  'message_start',
  'message_update',
  'message_end',
  'model_change',
  'thinking_level_change',
])

/** The program that writes such an event; null when several might, or none that is known. */
export function formatOfEvent(event: JsonObject): TraceFormat | null {
  const { type } = event
  if (typeof type !== 'string') return null
  if (codexEvents.test(type)) return 'codex-stream'
  if (codexSessionEvents.has(type) && isObject(event.payload)) return 'codex-stream'
  if (claudeSessionEvents.has(type)) return 'claude-stream'
  if (claudeEvents.has(type) && (event.session_id !== undefined || event.sessionId !== undefined)) {
    return 'claude-stream'
  }
  if (piEvents.has(type)) return 'pi-stream'
  if (type === 'session' && typeof event.id === 'string' && event.cwd !== undefined) return 'pi-stream'
  if (type === 'message' && isObject(event.message) && event.message.role !== undefined) return 'pi-stream'
  return null
}
