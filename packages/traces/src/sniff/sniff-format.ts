import type { TraceFormat } from '@paddock/domain'
import { readHeading } from '../markdown/read-heading.ts'
import { isObject, parseJson } from '../source/parse-json.ts'
import { formatOfEvent } from './format-of-event.ts'

/** Bytes that are looked at; more in `head` are ignored. */
export const sniffedBytes = 256 * 1024

const atifVersion = /"schema_version"\s*:\s*"ATIF/

/**
 * The format of a log by its first bytes (64 KB are plenty); names of files say nothing. Lines of another stream
 * before the first event do not matter. Never throws: what is nothing else is plain text. With few bytes of a log that
 * still grows, ask again before deciding.
 */
export function sniffFormat(head: Uint8Array): TraceFormat {
  const view = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, sniffedBytes))
  const text = view.toString('utf8').replace(/^\uFEFF/, '')
  if (/^\s*\{/.test(text) && atifVersion.test(text.slice(0, 64 * 1024))) return 'atif'
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  for (const line of lines) {
    const format = line.startsWith('{') ? formatOfLine(line) : null
    if (format) return format
  }
  return lines.some((line) => readHeading(line) !== null) ? 'markdown-conversation' : 'plain-text'
}

function formatOfLine(line: string): TraceFormat | null {
  const parsed = parseJson(line)
  if (parsed) return isObject(parsed.value) ? formatOfEvent(parsed.value) : null
  // A first line that is longer than the head: its beginning holds the type, in the programs that write such lines.
  const type = /^\{(?:"timestamp":"[^"]{0,40}",)?"type":"([^"]{1,60})"/.exec(line)?.[1]
  const subtype = /"subtype":"([^"]{1,60})"/.exec(line)?.[1]
  const isSession = /"(?:session_id|sessionId|parent_tool_use_id|parentUuid)":/.test(line)
  return type === undefined
    ? null
    : formatOfEvent({
        type,
        ...(subtype ? { subtype } : {}),
        ...(isSession ? { session_id: '' } : {}),
        ...(/"payload":\{/.test(line) ? { payload: {} } : {}),
        ...(/"message":\{/.test(line) ? { message: {} } : {}),
      })
}
