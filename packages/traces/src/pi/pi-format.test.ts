import type { Step } from '@paddock/domain'
import { expect, it } from 'vitest'
import { logOf, readWhole } from '../fixtures/read-log.ts'

function read(...events: unknown[]): Step[] {
  return readWhole('pi-stream', logOf(...events))
}

const usage = { input: 800, output: 50, cacheRead: 200, cacheWrite: 10, cost: { total: 0.5 } }

it('takes whole messages and not the events that repeat them', () => {
  const content = [
    { type: 'thinking', thinking: 'First …' },
    { type: 'text', text: 'I list.' },
    { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } },
  ]
  const message = { role: 'assistant', model: 'm1', timestamp: 1767225600000, content, usage, stopReason: 'toolUse' }
  const result = {
    role: 'toolResult',
    toolCallId: 'c',
    toolName: 'bash',
    content: [{ type: 'text', text: 'a' }],
    durationMs: 13,
  }
  const steps = read(
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 'I list.' } },
    { type: 'message_end', message },
    { type: 'tool_execution_start', toolCallId: 'c', toolName: 'bash' },
    { type: 'tool_execution_end', toolCallId: 'c', toolName: 'bash' },
    { type: 'message_end', message: result },
    { type: 'turn_end', message },
    { type: 'agent_end', messages: [message, result] },
  )
  expect(steps.map((step) => step.kind)).toEqual(['reasoning', 'assistant', 'tool_call', 'tool_result'])
  expect(steps[0]).toMatchObject({
    at: '2026-01-01T00:00:00.000Z',
    model: 'm1',
    usage: { input: 1010, cachedInput: 200, output: 50, costUsd: 0.5 },
  })
  expect(steps[3]).toMatchObject({ durationMs: 13, tool: { name: 'bash' }, result: { callId: 'c', content: 'a' } })
})

it('shows a provider error of an assistant message, which the exit code hides', () => {
  const message = { role: 'assistant', content: [], stopReason: 'error', errorMessage: '429: slow down' }
  expect(read({ type: 'message_end', message })).toMatchObject([{ kind: 'error', text: '429: slow down' }])
})

it('keeps what a killed agent had said, and what its tool had printed', () => {
  const partialResult = { content: [{ type: 'text', text: 'tick 1\n' }] }
  const steps = read(
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 'Hel' } },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 'lo' } },
    { type: 'tool_execution_update', toolCallId: 'c', toolName: 'bash', partialResult },
  )
  expect(steps.map((step) => step.text)).toEqual([
    'Hello',
    'The stream stops in the middle of this message.',
    'The stream stops while bash runs (c). Its output so far:\ntick 1\n',
  ])
})

it('reads session files', () => {
  const message = { role: 'user', content: [{ type: 'text', text: 'hi' }] }
  const steps = read(
    { type: 'session', id: 's', cwd: '/w', timestamp: '2026-01-01T00:00:00.000Z' },
    { type: 'model_change', provider: 'p', modelId: 'm' },
    { type: 'message', timestamp: '2026-01-01T00:00:01.000Z', message },
  )
  expect(steps.map((step) => [step.kind, step.text])).toEqual([
    ['system', 'Session: s\nDirectory: /w'],
    ['notice', 'Model: p/m'],
    ['user', 'hi'],
  ])
  expect(steps[2]?.at).toBe('2026-01-01T00:00:01.000Z')
})
