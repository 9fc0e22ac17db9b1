import type { Step } from '@paddock/domain'
import { describe, expect, it } from 'vitest'
import { logOf, readWhole } from '../fixtures/read-log.ts'
import { decodeRange, parseLocator } from '../source/locator.ts'

const session = { session_id: 's1' }

function assistant(id: string, content: unknown[], more: object = {}): object {
  const usage = { input_tokens: 10, cache_read_input_tokens: 200, cache_creation_input_tokens: 40, output_tokens: 1 }
  return { type: 'assistant', ...session, message: { id, role: 'assistant', model: 'm1', content, usage }, ...more }
}

function toolResult(id: string, content: unknown, more: object = {}): object {
  const block = { type: 'tool_result', tool_use_id: id, content, is_error: false }
  return { type: 'user', ...session, message: { role: 'user', content: [block] }, ...more }
}

function read(...events: unknown[]): Step[] {
  return readWhole('claude-stream', logOf(...events))
}

function sum(steps: Step[]): { input: number; cachedInput: number; output: number } {
  const total = { input: 0, cachedInput: 0, output: 0 }
  for (const { usage } of steps) {
    total.input += usage?.input ?? 0
    total.cachedInput += usage?.cachedInput ?? 0
    total.output += usage?.output ?? 0
  }
  return total
}

describe('usage', () => {
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    ...session,
    total_cost_usd: 0.5,
    usage: { input_tokens: 20, cache_read_input_tokens: 400, cache_creation_input_tokens: 80, output_tokens: 70 },
  }

  it('of a message stands on its first line only, cached tokens included', () => {
    const steps = read(
      assistant('m1', [{ type: 'text', text: 'a' }]),
      assistant('m1', [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }]),
    )
    expect(steps[0]?.usage).toEqual({ input: 250, cachedInput: 200, output: 1, costUsd: null })
    expect(steps[1]?.usage).toBeUndefined()
  })

  it('adds up to what the result says, although messages tell only their start', () => {
    const steps = read(
      assistant('m1', [{ type: 'text', text: 'a' }]),
      assistant('m2', [{ type: 'text', text: 'b' }]),
      result,
    )
    expect(sum(steps)).toEqual({ input: 500, cachedInput: 400, output: 70 })
    expect(steps.at(-1)?.usage?.costUsd).toBe(0.5)
  })

  it('of a resumed session counts only this run, where the result tells it', () => {
    const models = { m1: { inputTokens: 20, outputTokens: 70, cacheReadInputTokens: 400, costUSD: 0.1 } }
    const steps = read({ ...result, total_cost_usd: 0.9, model_usage_since_last_result: models })
    expect(steps[0]?.usage).toEqual({ input: 420, cachedInput: 400, output: 70, costUsd: 0.1 })
  })

  it('has no cost where the program does not know the price', () => {
    const models = { m1: { inputTokens: 20, outputTokens: 70, costUSD: 0.1, costBasis: 'unknown' } }
    expect(read({ ...result, model_usage_since_last_result: models })[0]?.usage?.costUsd).toBeNull()
    expect(read({ ...result, total_cost_usd: null })[0]?.usage?.costUsd).toBeNull()
  })

  it('does not count the cost of the first result twice when a second follows', () => {
    const steps = read(result, { ...result, total_cost_usd: 0.8 })
    expect(steps.map((step) => step.usage?.costUsd)).toEqual([0.5, expect.closeTo(0.3)])
  })
})

describe('sub-agents', () => {
  const task = (id: string): object => ({ type: 'tool_use', id, name: 'Task', input: { prompt: 'look' } })

  it('nest under the calls that started them, outermost first', () => {
    const steps = read(
      assistant('m1', [task('outer')]),
      assistant('m2', [task('inner')], { parent_tool_use_id: 'outer' }),
      assistant('m3', [{ type: 'text', text: 'deep' }], { parent_tool_use_id: 'inner' }),
      toolResult('inner', 'found', { parent_tool_use_id: 'outer' }),
      toolResult('outer', 'done'),
      assistant('m4', [{ type: 'text', text: 'late' }], { parent_tool_use_id: 'inner' }),
    )
    expect(steps.map((step) => step.agentPath)).toEqual([
      [],
      ['outer'],
      ['outer', 'inner'],
      ['outer'],
      [],
      ['outer', 'inner'],
    ])
  })
})

describe('tool results', () => {
  it('know the name and the duration of their call', () => {
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }
    const steps = read(
      assistant('m', [call], { timestamp: '2026-01-01T00:00:00.000Z' }),
      toolResult('t', [{ type: 'text', text: 'a' }], { timestamp: '2026-01-01T00:00:01.500Z' }),
    )
    expect(steps[1]).toMatchObject({
      kind: 'tool_result',
      at: '2026-01-01T00:00:01.500Z',
      durationMs: 1500,
      tool: { name: 'Bash', callId: 't' },
      result: { callId: 't', isError: false, content: 'a' },
    })
  })

  it('hold images as placeholders that lead to their bytes', () => {
    const image = Buffer.from('a small picture')
    const source = { type: 'base64', media_type: 'image/png', data: image.toString('base64') }
    const log = logOf(
      'é stderr',
      toolResult('t', [
        { type: 'image', source },
        { type: 'text', text: 'see' },
      ]),
    )
    const step = readWhole('claude-stream', log)[1]
    const medium = step?.media?.[0]
    expect(step?.result?.content).toBe('see')
    expect(medium).toMatchObject({ mediaType: 'image/png', bytes: image.length })
    const locator = parseLocator(medium?.locator ?? '')
    if (locator?.from !== 'bytes') throw new Error('no byte range')
    const range = log.subarray(locator.offset, locator.offset + locator.length)
    expect(Buffer.from(decodeRange(locator.encoding, range))).toEqual(image)
  })

  it('to a question for the person are answers', () => {
    const call = { type: 'tool_use', id: 'q', name: 'AskUserQuestion', input: { question: 'Which?' } }
    const kinds = read(assistant('m', [call]), toolResult('q', 'This')).map((step) => step.kind)
    expect(kinds).toEqual(['question', 'answer'])
  })
})

describe('a stream of pieces', () => {
  const piece = (event: object): object => ({ type: 'stream_event', ...session, event })
  const delta = (text: string): object => piece({ type: 'content_block_delta', delta: { type: 'text_delta', text } })
  const start = piece({ type: 'message_start', message: { id: 'm1' } })

  it('gives no steps when the message follows whole', () => {
    const steps = read(start, delta('Hel'), delta('lo'), assistant('m1', [{ type: 'text', text: 'Hello' }]))
    expect(steps.map((step) => [step.kind, step.text])).toEqual([['assistant', 'Hello']])
  })

  it('gives what was said when the agent was killed in the middle', () => {
    const steps = read(start, delta('Hel'), delta('lo'))
    expect(steps.map((step) => [step.kind, step.text])).toEqual([
      ['assistant', 'Hello'],
      ['notice', 'The stream stops in the middle of this message.'],
    ])
  })
})

it('marks where the conversation was compacted', () => {
  const steps = read(
    { type: 'system', subtype: 'compact_boundary', ...session, compact_metadata: { trigger: 'auto', pre_tokens: 9 } },
    { type: 'user', ...session, isCompactSummary: true, message: { role: 'user', content: 'So far: …' } },
  )
  expect(steps.map((step) => [step.kind, step.text])).toEqual([
    ['compaction', 'The conversation was compacted (auto) at 9 tokens.'],
    ['compaction', 'So far: …'],
  ])
})

it('calls a result an error by is_error, also when its subtype says success', () => {
  const event = { type: 'result', subtype: 'success', is_error: true, ...session, result: 'API Error: 500' }
  const [step] = read(event)
  expect(step).toMatchObject({ kind: 'error' })
  expect(step?.text).toContain('Result: error')
  expect(step?.text).toContain('API Error: 500')
})

it('does not repeat the last text in the result', () => {
  const said = 'All is done.'
  const steps = read(assistant('m', [{ type: 'text', text: said }]), {
    type: 'result',
    subtype: 'success',
    result: said,
  })
  expect(steps[1]?.text).not.toContain(said)
})

it('keeps what it does not know, and what is no event', () => {
  const steps = read({ type: 'hologram', ...session }, 'npm warn deprecated', '{"type":"assistant","mess')
  expect(steps.map((step) => [step.kind, step.text])).toEqual([
    ['unknown', '{"type":"hologram","session_id":"s1"}'],
    ['notice', 'npm warn deprecated'],
    ['notice', '{"type":"assistant","mess'],
  ])
})
