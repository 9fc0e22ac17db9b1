import { expect, it } from 'vitest'
import { logOf } from '../fixtures/read-log.ts'
import { sniffFormat } from './sniff-format.ts'

it.each([
  ['atif', { schema_version: 'ATIF-v1.0', steps: [] }],
  ['claude-stream', { type: 'system', subtype: 'init', session_id: 's' }],
  ['claude-stream', { type: 'summary', summary: 'x', leafUuid: 'u' }],
  ['codex-stream', { type: 'thread.started', thread_id: 't' }],
  ['codex-stream', { timestamp: 't', type: 'session_meta', payload: {} }],
  ['pi-stream', { type: 'session', version: 3, id: 's', cwd: '/w' }],
  ['plain-text', { type: 'something', else: true }],
] as const)('knows %s by %j', (format, event) => {
  expect(sniffFormat(logOf(event))).toBe(format)
})

it('looks past lines of another stream', () => {
  const log = logOf('npm warn deprecated', '{"level":"info"}', { type: 'turn.started' })
  expect(sniffFormat(log)).toBe('codex-stream')
})

it('knows a first line that is longer than what it sees', () => {
  const line = JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', tools: ['x'.repeat(9_000)] })
  expect(sniffFormat(Buffer.from(line.slice(0, 4_000)))).toBe('claude-stream')
})

it('takes Markdown without a conversation for text', () => {
  expect(sniffFormat(Buffer.from('# Title\n\n## Introduction\n\nText.\n'))).toBe('plain-text')
})
