import type { Step } from '@paddock/domain'
import { expect, it } from 'vitest'
import { logOf, readWhole } from '../fixtures/read-log.ts'

function read(...events: unknown[]): Step[] {
  return readWhole('codex-stream', logOf(...events))
}

const command = (more: object): object => ({ id: 'i1', type: 'command_execution', command: 'ls', ...more })

it('makes a call of a command that starts and a result of its end', () => {
  const steps = read(
    { type: 'item.started', item: command({ status: 'in_progress' }) },
    { type: 'item.completed', item: command({ aggregated_output: 'a\n', exit_code: 3, status: 'failed' }) },
  )
  expect(steps[0]).toMatchObject({ kind: 'tool_call', tool: { name: 'shell', arguments: { command: 'ls' } } })
  expect(steps[1]).toMatchObject({
    kind: 'tool_result',
    tool: { name: 'shell' },
    result: { callId: 'i1', isError: true, content: 'a\n\nexit code 3' },
  })
})

it('makes call and result of an item that only ends', () => {
  const item = { id: 'i2', type: 'file_change', changes: [{ path: 'a.ts', kind: 'add' }], status: 'completed' }
  expect(read({ type: 'item.completed', item }).map((step) => step.kind)).toEqual(['tool_call', 'tool_result'])
})

it('counts a cumulative usage once', () => {
  const completed = (input: number): object => ({
    type: 'turn.completed',
    usage: { input_tokens: input, cached_input_tokens: 5, output_tokens: 7 },
  })
  expect(read(completed(100), completed(160)).map((step) => step.usage)).toEqual([
    { input: 100, cachedInput: 5, output: 7, costUsd: null },
    { input: 60, cachedInput: 0, output: 0, costUsd: null },
  ])
})

it('takes a reconnect for no failure', () => {
  const steps = read(
    { type: 'error', message: 'Reconnecting... 1/2 (429)' },
    { type: 'turn.failed', error: { message: 'exceeded retry limit' } },
  )
  expect(steps.map((step) => [step.kind, step.text])).toEqual([
    ['notice', 'Reconnecting... 1/2 (429)'],
    ['error', 'exceeded retry limit'],
  ])
})

it('reads session files', () => {
  const line = (type: string, payload: object): object => ({ timestamp: '2026-01-01T00:00:00.000Z', type, payload })
  const call = { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":["ls"]}' }
  const output = JSON.stringify({ output: 'a\n', metadata: { exit_code: 0, duration_seconds: 0.25 } })
  const steps = read(
    line('turn_context', { model: 'm1' }),
    line('response_item', call),
    line('response_item', { type: 'function_call_output', call_id: 'c', output }),
    line('event_msg', { type: 'agent_message', message: 'repeated elsewhere' }),
  )
  expect(steps.map((step) => step.kind)).toEqual(['notice', 'tool_call', 'tool_result'])
  expect(steps[1]).toMatchObject({ model: 'm1', tool: { name: 'shell', arguments: { command: ['ls'] } } })
  expect(steps[2]).toMatchObject({ durationMs: 250, result: { content: 'a\n', isError: false } })
})
