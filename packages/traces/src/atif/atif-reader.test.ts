import type { Step } from '@paddock/domain'
import { describe, expect, it } from 'vitest'
import { readPieces, readWhole } from '../fixtures/read-log.ts'
import { openReader } from '../reader/open-reader.ts'

const agent = { name: 'tester', version: '1', model_name: 'm1' }

function document(steps: object[], more: object = {}): Buffer {
  return Buffer.from(JSON.stringify({ schema_version: 'ATIF-v1.7', session_id: 's', agent, steps, ...more }, null, 2))
}

function read(steps: object[], more: object = {}): Step[] {
  return readWhole('atif', document(steps, more)).filter((step) => step.kind !== 'system')
}

const step = (id: number, more: object): object => ({ step_id: id, source: 'agent', message: '', ...more })

it('splits a step into its reasoning, message, calls and results', () => {
  const steps = read([
    step(1, {
      timestamp: '2026-01-01T00:00:00.123456Z',
      message: 'I look.',
      reasoning_content: 'Where?',
      tool_calls: [{ tool_call_id: 'c', function_name: 'bash', arguments: { command: 'ls' } }],
      observation: { results: [{ source_call_id: 'c', content: 'a.txt', extra: { isError: true } }] },
      metrics: { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 60, cost_usd: 0.01 },
    }),
  ])
  expect(steps.map((one) => one.kind)).toEqual(['reasoning', 'assistant', 'tool_call', 'tool_result'])
  expect(steps[0]?.usage).toEqual({ input: 100, cachedInput: 60, output: 5, costUsd: 0.01 })
  expect(steps[0]).toMatchObject({ at: '2026-01-01T00:00:00.123Z', model: 'm1', reasoning: 'Where?' })
  expect(steps[2]?.tool).toEqual({ name: 'bash', callId: 'c', arguments: { command: 'ls' } })
  expect(steps[3]).toMatchObject({
    tool: { name: 'bash' },
    result: { callId: 'c', isError: true, content: 'a.txt' },
  })
})

describe('usage', () => {
  it('of copied context is not counted again', () => {
    const [one] = read([step(1, { message: 'x', is_copied_context: true, metrics: { prompt_tokens: 9 } })])
    expect(one?.usage).toBeUndefined()
  })

  it('includes the cache also where the writer left it out', () => {
    const metrics = { prompt_tokens: 514, completion_tokens: 36, cached_tokens: 14848 }
    expect(read([step(1, { message: 'x', metrics })])[0]?.usage).toMatchObject({ input: 15362, cachedInput: 14848 })
  })

  it('comes from the totals where no step has any', () => {
    const totals = { final_metrics: { total_prompt_tokens: 7, total_completion_tokens: 2, total_cost_usd: 0.5 } }
    const usage = { input: 7, cachedInput: 0, output: 2, costUsd: 0.5 }
    expect(read([step(1, { message: 'x' })], totals).at(-1)?.usage).toEqual(usage)
    const metrics = { prompt_tokens: 7, completion_tokens: 2 }
    expect(read([step(1, { message: 'x', metrics })], totals).at(-1)?.usage).toBeUndefined()
  })
})

describe('sub-agents', () => {
  it('that are embedded nest under the call that refers to them', () => {
    const reference = { trajectory_id: 'sub', extra: { summary: 'Looks things up' } }
    const steps = readWhole(
      'atif',
      document(
        [
          step(1, {
            tool_calls: [{ tool_call_id: 'c', function_name: 'task', arguments: {} }],
            observation: { results: [{ source_call_id: 'c', subagent_trajectory_ref: [reference] }] },
          }),
        ],
        {
          subagent_trajectories: [
            {
              schema_version: 'ATIF-v1.7',
              trajectory_id: 'sub',
              agent: { name: 'helper', model_name: 'm2' },
              steps: [step(1, { message: 'found' })],
              subagent_trajectories: [{ trajectory_id: 'lone', agent, steps: [step(1, { message: 'deep' })] }],
            },
          ],
        },
      ),
    )
    expect(steps.find((one) => one.kind === 'reference')?.text).toBe('Sub-agent: Looks things up (sub)')
    expect(steps.find((one) => one.text === 'found')).toMatchObject({ agentPath: ['c'], model: 'm2' })
    expect(steps.find((one) => one.text === 'deep')?.agentPath).toEqual(['c', 'lone'])
  })

  it('in files of their own are references that lead there', () => {
    const reference = { session_id: 'sub', trajectory_path: 'trajectory.sub.json' }
    const [one] = read([
      step(1, { source: 'system', observation: { results: [{ subagent_trajectory_ref: [reference] }] } }),
    ])
    expect(one).toMatchObject({
      kind: 'reference',
      text: 'Sub-agent (trajectory.sub.json)',
      media: [{ mediaType: 'application/json', locator: 'path:trajectory.sub.json' }],
    })
  })
})

it('names the file in which a trajectory goes on', () => {
  const steps = read([step(1, { message: 'x' })], { continued_trajectory_ref: 'trajectory.cont-1.json' })
  expect(steps.at(-1)).toMatchObject({ kind: 'reference', media: [{ locator: 'path:trajectory.cont-1.json' }] })
})

it('shows the images of a message as placeholders', () => {
  const image = (path: string): object => ({ type: 'image', source: { media_type: 'image/png', path } })
  const message = [{ type: 'text', text: 'Look' }, image('images/1.png'), image('https://example.org/2.png')]
  const [one] = read([step(1, { source: 'user', message })])
  expect(one).toMatchObject({ kind: 'user', text: 'Look' })
  expect(one?.media?.map((medium) => medium.locator)).toEqual(['path:images/1.png', 'url:https://example.org/2.png'])
})

it('says a result once where the writer repeats it as the message', () => {
  const observation = { results: [{ content: 'a.txt' }] }
  const steps = read([step(1, { message: 'a.txt', observation, extra: { tool_call_id: 'c' } })])
  expect(steps.map((one) => [one.kind, one.result?.callId])).toEqual([['tool_result', 'c']])
})

it('reads the NaN that Python writes', () => {
  const text = document([step(1, { message: 'NaN stays', metrics: { prompt_tokens: 1, cost_usd: 0.25 } })])
  const steps = readWhole('atif', Buffer.from(text.toString().replace('0.25', 'NaN')))
  expect(steps.find((one) => one.kind === 'assistant')).toMatchObject({ text: 'NaN stays', usage: { costUsd: null } })
})

describe('a document that is half written', () => {
  const whole = document([step(1, { message: 'one' }), step(2, { message: 'two' })])
  const half = whole.subarray(0, whole.indexOf('two') + 1)

  it('gives its whole steps, and waits for the rest', () => {
    const reader = openReader('atif')
    expect(reader.push(half).map((one) => one.text)).toEqual([expect.stringContaining('tester'), 'one'])
    expect(reader.push(whole.subarray(half.length)).map((one) => one.text)).toEqual(['two'])
    expect(reader.end()).toEqual([])
  })

  it('is told about when nothing more comes', () => {
    const [notice, rest] = readWhole('atif', half).slice(2)
    expect(notice).toMatchObject({ kind: 'notice', text: 'The file stops before the trajectory is complete.' })
    expect(rest?.text).toContain('"message": "t')
  })
})

it('keeps what follows where a document stops being JSON', () => {
  const steps = readPieces('atif', Buffer.from('{"schema_version": "ATIF-v1.4", "steps": [] oops}'), [20, 46])
  expect(steps.map((one) => [one.kind, one.text])).toEqual([
    ['notice', 'From byte 44 on this is no trajectory.'],
    ['unknown', 'oops}'],
  ])
})
