import type { StepKind, StepSkeleton } from '@paddock/domain'
import { expect, it } from 'vitest'
import { noFilter, rowOfStep, traceItems } from './trace-items.ts'

function trace(...kinds: (StepKind | [StepKind, Partial<StepSkeleton>])[]): StepSkeleton[] {
  return kinds.map((one, index) => {
    const [kind, more] = Array.isArray(one) ? one : [one, {}]
    return { index, kind, tool: null, length: 10, tokens: 1, at: null, isError: false, agentDepth: 0, ...more }
  })
}

it('puts a call and the result behind it in one row, under its turn', () => {
  const steps = trace('system', 'user', 'reasoning', 'assistant', 'tool_call', 'tool_result', 'assistant')
  const items = traceItems(steps, noFilter)
  expect(
    items.map((item) =>
      item.type === 'turn'
        ? `turn ${item.first}–${item.last}`
        : item.result === null
          ? item.index
          : `${item.index}+${item.result}`,
    ),
  ).toEqual(['turn 0–5', 0, 1, 2, 3, '4+5', 'turn 6–6', 6])
  expect(rowOfStep(items, 5)).toBe(5)
})

it('does not guess which parallel call a result answers', () => {
  const items = traceItems(trace('assistant', 'tool_call', 'tool_call', 'tool_result', 'tool_result'), noFilter)
  expect(items.filter((item) => item.type === 'step')).toHaveLength(5)
})

it('shows with a filter only what passes, without turns', () => {
  const steps = trace('user', ['tool_call', { tool: 'Bash' }], ['tool_result', { isError: true }], 'assistant')
  expect(traceItems(steps, { ...noFilter, errorsOnly: true })).toEqual([{ type: 'step', index: 1, result: 2 }])
  expect(traceItems(steps, { ...noFilter, tool: 'Edit' })).toEqual([])
  expect(rowOfStep([], 3)).toBe(-1)
})
