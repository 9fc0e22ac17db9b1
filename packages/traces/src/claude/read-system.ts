import { isoTime } from '../content/iso-time.ts'
import { readContent } from '../content/read-content.ts'
import { unknownLine } from '../reader/json-lines.ts'
import type { StepDraft } from '../reader/reader.ts'
import { arrayOf, type JsonObject, numberOf, objectOf, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'

/** Steps of a `system` event; none for the counters that only drive a progress display. */
export function readSystem(event: JsonObject, source: SourceValue): StepDraft[] {
  const at = isoTime(event.timestamp)
  const place = at === undefined ? {} : { at }
  switch (event.subtype) {
    case 'init':
      return [{ kind: 'system', ...place, ...modelOf(event), text: describeSession(event) }]
    case 'compact_boundary':
      return [{ kind: 'compaction', ...place, text: describeCompaction(event) }]
    case 'api_retry':
      return [{ kind: 'notice', ...place, text: describeRetry(event) }]
    case 'retry':
      return [{ kind: 'notice', ...place, text: describeQwenRetry(objectOf(event.data)) }]
    case 'permission_denied':
      return [
        {
          kind: 'error',
          ...place,
          text: `Permission denied for ${stringOf(event.tool_name) ?? 'a tool'}: ${stringOf(event.message) ?? ''}`,
        },
      ]
    case 'thinking_tokens':
      return []
    case 'status':
      return event.status === 'requesting' || event.status === null
        ? []
        : [{ kind: 'notice', ...place, text: `Status: ${textOf(event.status)}` }]
    default:
      return event.content === undefined
        ? [unknownLine(source)]
        : [{ kind: event.level === 'error' ? 'error' : 'notice', ...place, ...readContent(event.content, source) }]
  }
}

function modelOf(event: JsonObject): Pick<StepDraft, 'model'> {
  const model = stringOf(event.model)
  return model === undefined ? {} : { model }
}

function describeSession(event: JsonObject): string {
  const version = stringOf(event.claude_code_version) ?? stringOf(event.qwen_code_version)
  const servers = arrayOf(event.mcp_servers).map((server) => stringOf(objectOf(server).name) ?? '?')
  const facts = [
    ['Model', stringOf(event.model)],
    ['Version', version],
    ['Directory', stringOf(event.cwd)],
    ['Permissions', stringOf(event.permissionMode) ?? stringOf(event.permission_mode)],
    ['Session', stringOf(event.session_id)],
    ['Tools', arrayOf(event.tools).map(textOf).join(', ')],
    ['MCP servers', servers.join(', ')],
  ]
  return facts
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function describeCompaction(event: JsonObject): string {
  const facts = objectOf(event.compact_metadata ?? event.compactMetadata)
  const before = numberOf(facts.pre_tokens ?? facts.preTokens)
  const trigger = stringOf(facts.trigger)
  return `The conversation was compacted${trigger ? ` (${trigger})` : ''}${before === undefined ? '' : ` at ${before} tokens`}.`
}

function describeRetry(event: JsonObject): string {
  const status = numberOf(event.error_status)
  const delay = numberOf(event.retry_delay_ms)
  return [
    `Retry ${textOf(event.attempt)} of ${textOf(event.max_retries)}`,
    status === undefined ? '' : ` after status ${status}`,
    typeof event.error === 'string' ? ` (${event.error})` : '',
    delay === undefined ? '' : `, in ${delay} ms`,
  ].join('')
}

function describeQwenRetry(retry: JsonObject): string {
  const attempt = numberOf(retry.attempt)
  return [
    'Retry',
    attempt === undefined ? '' : ` ${attempt} of ${textOf(retry.maxRetries)}`,
    retry.delayMs === undefined ? '' : `, in ${textOf(retry.delayMs)} ms`,
  ].join('')
}
