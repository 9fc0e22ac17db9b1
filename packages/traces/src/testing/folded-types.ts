import type { TraceFormat } from '@paddock/domain'

/**
 * Events that give no step because others say the same, by format. Written out here and not taken from the readers:
 * a reader that begins to drop something else fails the test.
 */
export const foldedTypes: Partial<Record<TraceFormat, readonly string[]>> = {
  'claude-stream': ['stream_event', 'system/thinking_tokens', 'system/status'],
  'codex-stream': [
    'turn.started',
    'turn_context',
    'event_msg/user_message',
    'event_msg/agent_message',
    'event_msg/agent_reasoning',
  ],
  'pi-stream': [
    'agent_start',
    'agent_end',
    'agent_settled',
    'turn_start',
    'turn_end',
    'message_start',
    'message_update',
    'tool_execution_start',
    'tool_execution_update',
    'tool_execution_end',
    'advisor_cost_changed',
  ],
}

export function typeOfLine(line: string): string {
  const event = JSON.parse(line) as { type: string; subtype?: string; payload?: { type?: string } }
  const detail = event.type === 'system' ? event.subtype : event.payload?.type
  return detail === undefined ? event.type : `${event.type}/${detail}`
}
