import { type TraceFormat, traceFormats } from '@paddock/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildSkeleton } from '../chunk/build-skeleton.ts'
import { decodeBody } from '../chunk/decode-chunk.ts'
import { encodeChunk } from '../chunk/encode-chunk.ts'
import { sniffFormat } from '../sniff/sniff-format.ts'
import { logOf, readPieces, readResumed, readWhole } from '../testing/read-log.ts'
import { openReader, resumeReader } from './open-reader.ts'

const eventTypes = [
  ...['system', 'assistant', 'user', 'result', 'stream_event', 'summary', 'file-history-snapshot'],
  ...['thread.started', 'item.started', 'item.completed', 'turn.completed', 'turn.failed', 'error', 'event_msg'],
  ...['response_item', 'turn_context', 'session_meta', 'compacted', 'session', 'message', 'message_end', 'notice'],
  ...['message_update', 'tool_execution_update', 'agent_end', 'auto_retry_start', 'custom', 'model_change'],
]
const keys = [
  ...[
    'message',
    'content',
    'subtype',
    'session_id',
    'parent_tool_use_id',
    'usage',
    'event',
    'delta',
    'item',
    'payload',
  ],
  ...['id', 'role', 'text', 'thinking', 'name', 'input', 'tool_use_id', 'call_id', 'output', 'result', 'arguments'],
  ...['source', 'data', 'steps', 'step_id', 'tool_calls', 'observation', 'results', 'metrics', 'timestamp', 'model'],
  ...['modelUsage', 'toString', '__proto__', 'constructor', 'sections', 'summary', 'is_error', 'status'],
]
const innerTypes = [
  ...['text', 'thinking', 'tool_use', 'tool_result', 'image', 'toolCall', 'command_execution', 'todo_list'],
  ...['mcp_tool_call', 'file_change', 'function_call', 'function_call_output', 'message', 'reasoning', 'token_count'],
  ...['message_start', 'content_block_delta', 'text_delta', 'init', 'status', 'compact_boundary', 'assistant', 'user'],
]

/** JSON whose shape comes near to what programs write, and is wrong in its details. */
const nearlyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, -1, 1e21, 'text', '', ...innerTypes),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...keys, 'type'), tie('value'), { maxKeys: 8, noNullPrototype: true }),
})).object

const eventLine = fc
  .tuple(fc.constantFrom(...eventTypes), nearlyJson)
  .map(([type, event]) => JSON.stringify({ ...(event as object), type }))
const atifDocument = nearlyJson.map((body) => JSON.stringify({ schema_version: 'ATIF-v1.7', ...(body as object) }))
const markdownLine = fc.constantFrom(
  '## User',
  '## Tool call: x',
  '## Tool result',
  '```',
  '````json',
  '',
  'text',
  '{}',
)

/** Garbage of every kind: near misses, bytes that are no UTF-8, blank and cut lines. */
const log = fc
  .array(
    fc.oneof(
      eventLine.map((line) => Buffer.from(line)),
      eventLine.map((line) => Buffer.from(line.slice(0, line.length / 2))),
      atifDocument.map((line) => Buffer.from(line)),
      markdownLine.map((line) => Buffer.from(line)),
      fc.string({ unit: 'binary' }).map((line) => Buffer.from(line)),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 12 },
  )
  .map((lines) => Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])))
const cuts = fc.array(fc.nat(4_000), { maxLength: 12 })

const within = (positions: number[], bytes: Uint8Array): number[] =>
  positions.filter((position) => position <= bytes.length).sort((a, b) => a - b)

describe.each(traceFormats.filter((format) => !['inspect', 'question-answer'].includes(format)))(
  'the %s reader',
  (format: TraceFormat) => {
    it('reads garbage in any pieces to the same steps', () => {
      fc.assert(
        fc.property(log, cuts, (bytes, positions) => {
          const whole = readWhole(format, bytes)
          expect(readPieces(format, bytes, within(positions, bytes))).toEqual(whole)
          expect(readResumed(format, bytes, within(positions, bytes))).toEqual(whole)
        }),
      )
    })

    it('makes steps of garbage that number on, lie inside the log, and can be stored', () => {
      fc.assert(
        fc.property(log, (bytes) => {
          const steps = readWhole(format, bytes)
          expect(steps.map((step) => step.index)).toEqual(steps.map((_, position) => position))
          for (const { raw } of steps) expect(raw.offset + raw.length).toBeLessThanOrEqual(bytes.length)
          if (steps.length === 0) return
          expect(decodeBody(encodeChunk(steps).body)).toEqual(JSON.parse(JSON.stringify(steps)))
          for (const step of steps) expect(buildSkeleton(step).length).toBeGreaterThanOrEqual(0)
        }),
      )
    })

    it('gives nothing for an empty log', () => {
      expect(readWhole(format, new Uint8Array())).toEqual([])
    })
  },
)

it('sniffs garbage without throwing', () => {
  fc.assert(
    fc.property(log, (bytes) => {
      expect(traceFormats).toContain(sniffFormat(bytes))
    }),
  )
})

it('refuses to resume from a state of another format', () => {
  const state = openReader('claude-stream').state()
  expect(() => resumeReader('atif', state)).toThrow('no state of a atif reader')
  expect(() => resumeReader('atif', null)).toThrow('open the log anew')
})

it('decodes a character that two reads share', () => {
  const log = logOf({
    type: 'assistant',
    session_id: 's',
    message: { id: 'm', content: [{ type: 'text', text: 'né 🐎' }] },
  })
  const steps = readPieces(
    'claude-stream',
    log,
    Array.from({ length: log.length }, (_, at) => at),
  )
  expect(steps.map((step) => step.text)).toEqual(['né 🐎'])
})

it('keeps a line of invalid UTF-8', () => {
  const [step] = readWhole('claude-stream', Buffer.from([0x41, 0xff, 0xfe, 0x42, 0x0a]))
  expect(step).toMatchObject({ kind: 'notice', text: 'A\ufffd\ufffdB' })
})

it('reads a log of Windows, with its mark and line ends', () => {
  const log = Buffer.from('\ufeff{"type":"thread.started","thread_id":"t"}\r\n\r\nplain\r\n')
  expect(readWhole(sniffFormat(log), log).map((step) => [step.kind, step.text])).toEqual([
    ['system', 'Session: t'],
    ['notice', 'plain'],
  ])
})
